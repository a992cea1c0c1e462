/** Bodies of requests as they arrive over a network: piece by piece, or cut off. */

/** A body of these pieces, which fails at a piece that is an Error; `taken` counts read pieces, `length` is its content-length. */
export function bodyInPieces(pieces: readonly (string | Uint8Array | Error)[], length?: number) {
  const source = { taken: 0 };
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        const piece = pieces[source.taken];
        source.taken += 1;
        if (piece === undefined) controller.close();
        else if (piece instanceof Error) controller.error(piece);
        else controller.enqueue(Buffer.from(piece as string));
      },
    },
    { highWaterMark: 0 },
  );
  const headers = new Headers(length === undefined ? {} : { 'content-length': String(length) });
  return Object.assign(source, { headers, body });
}
