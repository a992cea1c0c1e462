/** Compresses answers of more than 1 KiB for callers who take it; a smaller one would gain nothing. */
import { type Answer, byteLengthOf, bytesOf } from './reply.ts';
import { encode, preferredCoding } from './content-coding.ts';

const bytesMin = 1_024;

/** The answer in the coding the request prefers. A stream, a document that chose its coding itself or a short text stays as it is. */
export async function compress(request: Request, response: Response): Promise<Response> {
  const { headers } = response;
  if (!isText(headers) || headers.get('vary')?.includes('Accept-Encoding')) return response;
  headers.append('vary', 'Accept-Encoding');
  const coding = preferredCoding(request.headers.get('accept-encoding') ?? '');
  const declared = headers.get('content-length');
  if (coding === undefined || (declared !== null && Number(declared) <= bytesMin)) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { status } = response;
  if (bytes.byteLength <= bytesMin) return new Response(bytes, { status, headers });
  headers.set('content-encoding', coding);
  headers.delete('content-length');
  return new Response(await encode(bytes, coding), { status, headers });
}

/** The same for an answer of the JSON door, which has said already that it varies. */
export function compressBody(answer: Answer, acceptEncoding: string | null): Answer | Promise<Answer> {
  const coding = preferredCoding(acceptEncoding ?? '');
  if (coding === undefined || byteLengthOf(answer.body) <= bytesMin) return answer;
  answer.headers.push('content-encoding', coding);
  return encode(bytesOf(answer.body), coding).then((bytes) => ({ ...answer, body: [bytes] }));
}

function isText(headers: Headers): boolean {
  return /json|^text\/plain/.test(headers.get('content-type') ?? '');
}
