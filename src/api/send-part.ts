import type { PublishResponse, UploadQuery } from '../contract/guide-files.ts';
import { errorOf } from './request.ts';

/** Netlify stops a function after 60 s, and the last part is answered after the check of the whole file. */
const STALLED_AFTER_MS = 65_000;

/**
 * Sends one part of a file. Returns the answer to the last part, and null for the others. `onSent` gets the number of
 * bytes sent so far, which `fetch` does not report. Rejects with an ApiError for an answer that is not a 2xx, and with
 * another error without an answer or on abort.
 */
export function sendPart(
  query: UploadQuery & { name: string },
  bytes: Blob,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<PublishResponse | null> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<PublishResponse | null>();
  const call = new XMLHttpRequest();
  const abort = (): void => call.abort();
  let stallTimer = setTimeout(abort, STALLED_AFTER_MS);

  call.upload.addEventListener('progress', ({ loaded }) => {
    clearTimeout(stallTimer);
    stallTimer = setTimeout(abort, STALLED_AFTER_MS);
    onSent(Math.min(loaded, bytes.size));
  });
  call.addEventListener('load', () => {
    const { status, responseText: text } = call;
    if (status === 204) resolve(null);
    else if (status < 300) resolve(JSON.parse(text) as PublishResponse);
    else errorOf(new Response(text, { status })).then(reject, reject);
  });
  for (const end of ['error', 'abort'] as const) {
    call.addEventListener(end, () => reject(new Error('the part did not arrive')));
  }
  call.addEventListener('loadend', () => {
    clearTimeout(stallTimer);
    signal.removeEventListener('abort', abort);
  });

  signal.addEventListener('abort', abort);
  call.open('POST', `/api/upload?${new URLSearchParams(query)}`);
  call.setRequestHeader('content-type', 'application/octet-stream');
  call.send(bytes);
  return promise;
}
