import { prepareCopy } from '../downloads/buyers-copy.ts';
import { streamBytes } from '../downloads/byte-stream.ts';
import { readGuideRecord } from '../guides/guide-store.ts';
import { SPECIMEN_LINE } from '../guides/order-number-line.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import { Problem } from '../http/problem.ts';
import { catalog } from '../shop/catalog.ts';
import { editionNotFound, requireFile } from './guides.ts';

/**
 * Responds with a PDF that shows a sample order number. `editionId` defaults to the current
 * edition. Throws 404.
 */
export const guideFileResponse = async (
  fileId: string,
  editionId: string | null,
): Promise<Response> => {
  const { name: fileName } = requireFile(fileId).file;
  const { editions } = await readGuideRecord(fileName);
  const edition = editionId === null ? editions[0] : editions.find(({ id }) => id === editionId);
  if (!edition && editionId !== null) throw editionNotFound();
  if (!edition) throw new Problem('file_not_found', 'There’s no file for this product.');
  const copy = prepareCopy(fileName, edition, catalog.stamp ? SPECIMEN_LINE : null);
  const headers = {
    'cache-control': 'private, no-store',
    'content-disposition': contentDisposition(fileName, 'inline'),
    'content-length': String(copy.size),
    'content-type': 'application/pdf',
  };
  return new Response(streamBytes(await copy.readBytes()), { headers });
};
