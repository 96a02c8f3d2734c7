import type { Attachment } from './file-response.ts';

/** User agents that fetch a link for a preview or a scan. */
const AUTOMATIC = /bot|crawl|spider|scan|preview|facebookexternalhit|whatsapp|slurp/i;

/**
 * Whether a parent downloads a file from its beginning. It excludes HEAD, resumed parts, revalidations, prefetches
 * (`Sec-Purpose` of fetch.spec.whatwg.org, formerly `Purpose`) and link scanners.
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
 * The same file, recorded by `note` when its first bytes leave. The end of the stream waits for `note`, which must not
 * reject.
 */
export const withDownloadNote = (
  { body, ...file }: Attachment,
  note: () => Promise<void>,
): Attachment =>
  body
    ? { ...file, body: { ...body, read: (range) => notingFirst(body.read(range), note) } }
    : file;
