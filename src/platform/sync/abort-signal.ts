/** The part of an AbortSignal that is used here. It need not belong to an AbortController. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export const neverAborted: AbortSignalLike = { aborted: false, addEventListener() {}, removeEventListener() {} };
