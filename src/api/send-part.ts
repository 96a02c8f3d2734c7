import { errorOf } from './request.ts';

/** A line on which nothing at all moves for so long is broken, whatever the browser thinks. */
const STALLED_AFTER_MS = 45_000;

/**
 * Sends one part of a file. `onSent` hears how many of its bytes have left, which `fetch` would not tell.
 * Throws ApiError for an answer that is not a 2xx, another error where there is none, and on abort.
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
  let stalled = setTimeout(abort, STALLED_AFTER_MS);

  call.upload.addEventListener('progress', ({ loaded }) => {
    clearTimeout(stalled);
    stalled = setTimeout(abort, STALLED_AFTER_MS);
    onSent(loaded);
  });
  call.addEventListener('load', () => {
    if (call.status >= 200 && call.status < 300) return resolve();
    const headers = { 'retry-after': call.getResponseHeader('retry-after') ?? '' };
    errorOf(new Response(call.responseText, { status: call.status, headers })).then(reject, reject);
  });
  call.addEventListener('error', () => reject(new Error('the part did not arrive')));
  call.addEventListener('abort', () => reject(new Error('the part was broken off')));
  call.addEventListener('loadend', () => {
    clearTimeout(stalled);
    signal.removeEventListener('abort', abort);
  });

  signal.throwIfAborted();
  signal.addEventListener('abort', abort);
  call.open('PUT', address);
  call.setRequestHeader('content-type', 'application/octet-stream');
  call.send(bytes);
  return promise;
}
