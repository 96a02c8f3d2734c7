import type { Attachment } from './file-response.ts';

/** What fetches a link before anybody has asked for it, or only to look where it leads. */
const AUTOMATIC = /bot|crawl|spider|scan|preview|facebookexternalhit|whatsapp|slurp/i;

/**
 * Whether a parent downloads a file from its beginning. Not: a look at its head, a later part of a
 * download that was counted when it began, a question about a copy that is there already, what a browser
 * fetches ahead (the `Sec-Purpose` header of fetch.spec.whatwg.org, and `Purpose` before it), and what
 * scans links.
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
    // A function may be frozen as soon as its answer has ended.
    await noted;
  }
}

/**
 * The same file, noted when its first bytes leave: what is refused, missing or out of reach was never
 * downloaded. The bytes do not wait for the note, but their end does. `note` must not reject.
 */
export const withDownloadNote = (
  { body, ...file }: Attachment,
  note: () => Promise<void>,
): Attachment =>
  body
    ? { ...file, body: { ...body, read: (range) => notingFirst(body.read(range), note) } }
    : file;
