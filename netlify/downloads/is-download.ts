import type { Attachment } from './file-response.ts';

/** User agents that follow links on their own. */
const AUTOMATIC = /bot|crawl|spider|scan|preview|facebookexternalhit|whatsapp|slurp/i;

/**
 * Whether a parent downloads a file from its beginning. These do not count: HEAD, a further part of a download,
 * revalidation of a copy, a browser's prefetch (`Sec-Purpose` of fetch.spec.whatwg.org, formerly `Purpose`), and link
 * scanners.
 */
export const isDownload = ({ method, headers }: Request): boolean => {
  if (method !== 'GET' || headers.has('if-none-match') || headers.has('if-match')) return false;
  if (!/^(bytes=0-)?$/.test(headers.get('range')?.trim() ?? '')) return false;
  const purpose = `${headers.get('sec-purpose') ?? ''} ${headers.get('purpose') ?? ''}`;
  return !/prefetch|preview/i.test(purpose) && !AUTOMATIC.test(headers.get('user-agent') ?? '');
};

async function* notingFirst(
  chunks: AsyncGenerator<Uint8Array>,
  note: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let noted: Promise<void> | undefined;
  try {
    for await (const chunk of chunks) {
      noted ??= note();
      yield chunk;
    }
  } finally {
    // The function may be frozen as soon as its answer has ended.
    await noted;
  }
}

/**
 * The same file, which calls `note` as its first bytes leave. The bytes do not wait for the note, but the end of the
 * answer does. `note` must not reject.
 */
export const withDownloadNote = (
  { body, ...file }: Attachment,
  note: () => Promise<void>,
): Attachment =>
  body
    ? { ...file, body: { ...body, read: (range) => notingFirst(body.read(range), note) } }
    : file;
