import { errorOf } from './request.ts';

/** A connection without progress for this long counts as broken, even if the browser keeps it open. */
const STALLED_AFTER_MS = 45_000;

/**
 * Sends one part of a file. `onSent` gets the number of bytes sent so far, which `fetch` does not report.
 * Rejects with an ApiError for an answer that is not a 2xx, and with another error without an answer or on abort.
 */
export function sendPart(
  address: string,
  bytes: Blob,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const call = new XMLHttpRequest();
  const abort = (): void => call.abort();
  let stallTimer = setTimeout(abort, STALLED_AFTER_MS);

  call.upload.addEventListener('progress', ({ loaded }) => {
    clearTimeout(stallTimer);
    stallTimer = setTimeout(abort, STALLED_AFTER_MS);
    onSent(loaded);
  });
  call.addEventListener('load', () => {
    if (call.status >= 200 && call.status < 300) return resolve();
    const headers = { 'retry-after': call.getResponseHeader('retry-after') ?? '' };
    errorOf(new Response(call.responseText, { status: call.status, headers })).then(reject, reject);
  });
  call.addEventListener('error', () => reject(new Error('the part did not arrive')));
  call.addEventListener('abort', () => reject(new Error('the part was aborted')));
  call.addEventListener('loadend', () => {
    clearTimeout(stallTimer);
    signal.removeEventListener('abort', abort);
  });

  signal.throwIfAborted();
  signal.addEventListener('abort', abort);
  call.open('PUT', address);
  call.setRequestHeader('content-type', 'application/octet-stream');
  call.send(bytes);
  return promise;
}
