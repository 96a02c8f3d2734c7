import { createHash } from 'node:crypto';
import type { ArchivePart } from './archive.ts';
import { Unavailable } from '../clients/unavailable.ts';
import type { Attachment } from './file-response.ts';
import { type ByteRange, slice } from './range.ts';
import { type ZipSegment, layOutZip } from './zip.ts';

type Open = (
  fileName: string,
) => Promise<{ readonly sha256: string; readonly body: ReadableStream<Uint8Array> } | null>;

/** To be changed with the layout, since the same files then make other bytes. */
const LAYOUT = 1;

const openPart = async (open: Open, { fileName, sha256 }: ArchivePart) => {
  const guide = await open(fileName);
  if (guide?.sha256 === sha256) return guide.body;
  await guide?.body.cancel();
  throw new Unavailable('guides', 'a guide was replaced while its archive was sent');
};

/** Opens file after file, and only those that the range touches. */
async function* read(
  segments: readonly ZipSegment<ArchivePart>[],
  range: ByteRange,
  open: Open,
): AsyncGenerator<Uint8Array> {
  let position = 0;
  for (const segment of segments) {
    const first = Math.max(range.first - position, 0);
    const last = Math.min(range.last - position, segment.size - 1);
    position += segment.size;
    if (first > last) continue;
    if ('bytes' in segment) yield segment.bytes.subarray(first, last + 1);
    else yield* slice(await openPart(open, segment.entry), { first, last });
  }
}

/** All these files in one ZIP file, whose every byte is known from what names the files. */
export const archiveOf = (
  fileName: string,
  parts: readonly ArchivePart[],
  open: Open,
): Required<Attachment> => {
  const segments = layOutZip(parts);
  const named = parts.map((part) => [part.fileName, part.sha256]);
  return {
    fileName,
    mediaType: 'application/zip',
    size: segments.reduce((sum, { size }) => sum + size, 0),
    sha256: createHash('sha256')
      .update(JSON.stringify([LAYOUT, named]))
      .digest('hex'),
    body: {
      read: (range) => read(segments, range, open),
      // Nothing is open before it is read, and reading closes what it opened.
      discard: async () => {},
    },
  };
};
