import { abortAfter, request } from '../api/request.ts';

const FILE_TIMEOUT_MS = 5 * 60_000;

/**
 * Fetches a file. If the response breaks off, requests the rest: Netlify ends a function after a
 * minute, which is too short for a slow connection. `onProgress` gets fractions from 0 to 1 if the
 * length is known.
 */
export async function fetchFile(
  url: string,
  onProgress: (fraction: number) => void,
): Promise<Blob> {
  const signal = abortAfter(FILE_TIMEOUT_MS);
  const response = await request(url, { signal });
  const length = Number(response.headers.get('content-length'));
  const etag = response.headers.get('etag');
  const type = response.headers.get('content-type') ?? 'application/pdf';
  if (!response.body || !length) return response.blob();

  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const readOn = async (body: ReadableStream<Uint8Array<ArrayBuffer>> | null): Promise<void> => {
    const before = received;
    const reader = body?.getReader();
    try {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        chunks.push(part.value);
        received += part.value.byteLength;
        // A compressed response has more bytes than its header says.
        onProgress(Math.min(received / length, 1));
      }
      // Some browsers report no error if a body ends early.
      if (received < length) throw new Error('ended early');
    } catch (error) {
      if (!etag || received === before) throw error;
      const headers = { range: `bytes=${received}-`, 'if-range': etag };
      const rest = await request(url, { signal, headers });
      if (rest.status !== 206) throw error; // another edition by now
      await readOn(rest.body);
    }
  };
  await readOn(response.body);
  return new Blob(chunks, { type });
}
