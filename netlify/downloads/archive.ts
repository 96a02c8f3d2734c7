import { hash } from 'node:crypto';
import type { Catalogue, Product } from '#contract/catalogue.ts';
import { activeProducts } from '../catalogue.ts';
import { Unavailable } from '../clients/unavailable.ts';
import { type DownloadPorts, type GrantedFile, sealFor } from './access.ts';
import type { LinePlace } from '../guides/edition-record.ts';
import { type Copy, copyOf } from './copy.ts';
import type { Attachment } from './file-response.ts';
import { type ByteRange, slice } from './range.ts';
import { type ZipSegment, layOutZip } from './zip.ts';

/** A file of the archive, whose bytes these numbers name. */
export type ArchivePart = {
  readonly fileName: string;
  readonly size: number;
  readonly sha256: string;
  readonly crc32: number;
  /** ISO 8601: since when buyers get it, or when it was drawn. */
  readonly since: string | undefined;
  readonly stamp: LinePlace | undefined;
};

/** The same as one order gets it. */
type ArchiveEntry = ArchivePart & Copy & { readonly crc32: number };

/**
 * Netlify ends a streamed answer at 20 MB (docs.netlify.com/build/functions/overview). What is left
 * over is more than the records of the archive itself ever take.
 */
const MAX_CONTENT_IN_BYTES = 19_900_000;

/** The products whose files an archive of this product holds: none, but of the bundle. */
export const archivedProducts = (catalogue: Catalogue, product: Product): Product[] =>
  product.product_type === 'bundle' ? activeProducts(catalogue) : [];

export const archiveName = (product: Product): string =>
  product.file_name.replace(/\.pdf$/, '.zip');

/** In the order of the products; null where one has no file, or all are too large for one answer. */
export const findArchive = async (
  { guides }: Pick<DownloadPorts, 'guides'>,
  products: readonly Product[],
): Promise<ArchivePart[] | null> => {
  const found = await Promise.all(
    products.map(async ({ file_name: fileName }) => {
      const guide = await guides.find(fileName);
      const { size = 0, sha256 = '', crc32, edition, drawnAt, stamp } = guide ?? {};
      const since = edition?.since ?? drawnAt;
      return crc32 === undefined ? [] : [{ fileName, size, sha256, crc32, since, stamp }];
    }),
  );
  const parts = found.flat();
  const contentInBytes = parts.reduce((sum, { size }) => sum + size, 0);
  const isWhole = parts.length > 0 && parts.length === products.length;
  return isWhole && contentInBytes <= MAX_CONTENT_IN_BYTES ? parts : null;
};

/**
 * A fresh ticket for all files of a product in one, where access to each was checked. Null where there
 * is no such archive now: the single files do without it.
 */
export const grantArchive = async (
  ports: DownloadPorts,
  catalogue: Catalogue,
  sessionId: string,
  product: Product,
): Promise<GrantedFile | null> => {
  const found = findArchive(ports, archivedProducts(catalogue, product));
  const parts = await found.catch((error: unknown) => ports.onFailed(error));
  if (!parts) return null;
  const ticket = await sealFor(ports, { sessionId, productId: product.id, archive: true });
  return { ticket, fileName: archiveName(product) };
};

type Open = (
  fileName: string,
) => Promise<{ readonly sha256: string; readonly body: ReadableStream<Uint8Array> } | null>;

/** To be changed with the layout, since the same files then make other bytes. */
const LAYOUT = 2;

const openPart = async (open: Open, { fileName, sha256 }: ArchivePart) => {
  const guide = await open(fileName);
  if (guide?.sha256 === sha256) return guide.body;
  await guide?.body.cancel();
  throw new Unavailable('guides', 'a guide was replaced while its archive was sent');
};

/** Opens file after file, and only those that the range touches. */
async function* read(
  segments: readonly ZipSegment<ArchiveEntry>[],
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
    else yield* slice(await openPart(open, segment.entry), { first, last }, segment.entry.patch);
  }
}

/** All these files in one ZIP file, whose every byte is known from what names the files, and the order's line. */
export const archiveOf = (
  fileName: string,
  parts: readonly ArchivePart[],
  line: string | null,
  open: Open,
): Required<Attachment> => {
  const entries = parts.map((part) => {
    const copy = copyOf(part, line);
    return { ...part, ...copy, crc32: copy.crc32 ?? part.crc32 };
  });
  const segments = layOutZip(entries);
  const named = entries.map((part) => [part.fileName, part.tag, part.since?.slice(0, 10)]);
  return {
    fileName,
    mediaType: 'application/zip',
    size: segments.reduce((sum, { size }) => sum + size, 0),
    tag: hash('sha256', JSON.stringify([LAYOUT, named])),
    body: {
      read: (range) => read(segments, range, open),
      // Nothing is open before it is read, and reading closes what it opened.
      discard: async () => {},
    },
  };
};
