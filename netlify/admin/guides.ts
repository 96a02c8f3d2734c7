import * as z from 'zod/mini';
import type { Product } from '#contract/catalogue.ts';
import type {
  AnnounceRequest,
  Announcement,
  GuideFiles,
  GuideFilesResponse,
  PublishResponse,
  UploadQuery,
} from '#contract/guide-files.ts';
import { PART_BYTES, refuseFileName } from '#contract/guide-pdf.ts';
import { copyOf } from '../downloads/order-files.ts';
import { streamOf } from '../downloads/file-response.ts';
import { SPECIMEN, findGuide, readRecord } from '../guides/blobs-guides.ts';
import { restoreEdition } from '../guides/editions.ts';
import { guideFilesOf } from '../guides/guide-files.ts';
import { addPart, publish } from '../guides/uploads.ts';
import { NOT_PDF, editionGone, refuse, requireProduct } from '../guides/refusals.ts';
import { mediaTypeOf, readBody } from '../http/body.ts';
import { contentDisposition } from '../http/headers.ts';
import { Problem } from '../http/problem.ts';
import { beginAnnouncement, countBuyers, progressOf, stopAnnouncement } from '../jobs/announce.ts';
import { bulkPausedUntil } from '../jobs/run.ts';
import { previewFor, previewTo } from '../mail/edition.ts';
import { sendEmail } from '../mail/resend.ts';
import { isoTime } from '../platform/clock.ts';
import { getEnv, sendsMail } from '../platform/env.ts';
import { seal, unseal } from '../platform/seal.ts';
import { catalogue } from '../shop/catalogue.ts';

const announcementOf = async (edition: string | null): Promise<Announcement | null> => {
  const progress = edition === null ? null : await progressOf(edition);
  if (!progress) return null;
  const until = progress.left > 0 ? await bulkPausedUntil() : null;
  return {
    begun_at: isoTime(progress.begunAt),
    buyers: progress.buyers,
    left: progress.left,
    paused_until: until === null ? null : isoTime(until),
  };
};

const viewOf = async (product: Product, buyers: number): Promise<GuideFiles> => {
  const files = await guideFilesOf(product);
  const { current } = files;
  const edition = current && !current.isSample ? current.id : null;
  return { ...files, announcement: await announcementOf(edition), buyers };
};

export const listGuides = async (): Promise<GuideFilesResponse> => {
  const buyers = await countBuyers();
  return {
    products: await Promise.all(
      catalogue.products.map((product) => viewOf(product, buyers[product.id] ?? 0)),
    ),
    preview_to: sendsMail() ? previewTo() : null,
  };
};

const guideOf = async (id: string): Promise<GuideFiles> =>
  viewOf(requireProduct(id), (await countBuyers())[id] ?? 0);

/** Makes an earlier edition current again. Throws 404. */
export const restore = async (id: string, edition: string): Promise<GuideFiles> => {
  if (!(await restoreEdition(requireProduct(id).file_name, edition))) throw editionGone();
  return guideOf(id);
};

/** A file as buyers get it, with a specimen of the order's line: the current one, or an edition. It opens in the browser. */
export const fileResponse = async (id: string, edition: string | null): Promise<Response> => {
  const { file_name: name } = requireProduct(id);
  const { editions } = await readRecord(name);
  const chosen = edition === null ? editions[0] : editions.find((one) => one.id === edition);
  if (!chosen && edition !== null) throw editionGone();
  if (!chosen) throw new Problem('file_not_found', 'There’s no file for this product.');
  const file = copyOf(name, chosen, catalogue.stamp ? SPECIMEN : null);
  const headers = {
    'cache-control': 'private, no-store',
    'content-disposition': contentDisposition(name, 'inline'),
    'content-length': String(file.size),
    'content-type': 'application/pdf',
  };
  return new Response(streamOf(await file.read()), { headers });
};

/** A part of a PDF is only bytes. */
const TYPES: ReadonlySet<string> = new Set(['application/pdf', 'application/octet-stream']);

/** Takes a PDF part by part, and publishes it with the last one. 204 for any other part. */
export const upload = async (
  request: Request,
  query: UploadQuery,
): Promise<PublishResponse | Response> => {
  const product = requireProduct(query.file);
  const { name = product.file_name } = query;
  const refusal = TYPES.has(mediaTypeOf(request)) ? refuseFileName(name) : NOT_PDF;
  if (refusal) throw refuse(refusal);
  const sent = new Uint8Array(await readBody(request, PART_BYTES));
  const bytes = await addPart(query, sent);
  return bytes ? publish(product, { name, bytes }) : new Response(null, { status: 204 });
};

/** Only previews contain these words. */
const previewSchema = z.object({ product: z.string(), edition: z.string(), changes: z.string() });
const PREVIEW = 'edition-preview';

const sendPreview = async (
  product: Product,
  edition: string,
  changes: string,
): Promise<{ preview: string }> => {
  const outcome = await sendEmail(previewFor({ product, changes }));
  if (outcome.is === 'refused') {
    throw new Problem('invalid_request', `The email service rejected it (${outcome.reason}).`);
  }
  if (outcome.is === 'postponed') {
    const words = `The email service didn’t accept it (${outcome.reason}). Please try again.`;
    throw new Problem('temporarily_unavailable', words);
  }
  const previewed = { product: product.id, edition, changes };
  return { preview: await seal(PREVIEW, previewed, getEnv().SIGNING_SECRET) };
};

/** Since when buyers get an edition, in Unix seconds. Throws 404 for any but the current one. */
const sinceOf = async ({ file_name: name }: Product, edition: string): Promise<number> => {
  const current = await findGuide(name);
  if (current?.id === edition) return Math.floor(Date.parse(current.since) / 1000);
  const words = 'Buyers get a different file by now. Please reload this page.';
  throw new Problem('edition_not_found', words);
};

/** Previews, begins or stops the announcement of a guide's current edition. */
export const announce = async (
  id: string,
  asked: AnnounceRequest,
): Promise<{ preview: string } | GuideFiles> => {
  const product = requireProduct(id);
  if (!sendsMail()) throw new Problem('mail_unavailable', 'The shop can’t send email yet.');
  if (asked.action === 'preview') {
    await sinceOf(product, asked.edition);
    return sendPreview(product, asked.edition, asked.changes.replace(/\s+/g, ' ').trim());
  }
  if (asked.action === 'stop') {
    await stopAnnouncement(asked.edition);
    return guideOf(id);
  }
  const secret = getEnv().SIGNING_SECRET;
  const previewed = await unseal(PREVIEW, previewSchema, asked.preview, secret);
  if (previewed?.product !== id)
    throw new Problem('invalid_request', 'preview: Not from this shop.');
  const { edition, changes } = previewed;
  const since = await sinceOf(product, edition);
  await beginAnnouncement({ edition, product: id, since, changes });
  return guideOf(id);
};
