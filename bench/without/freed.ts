/** Stand-in that does not free the memory of Buffers before V8 collects it. */
export * from './originals.ts';

ArrayBuffer.prototype.transfer = function () {
  return this;
};
