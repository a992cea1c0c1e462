/** No memory of Buffers freed before V8 collects it. */
export * from './originals.ts';

ArrayBuffer.prototype.transfer = function () {
  return this;
};
