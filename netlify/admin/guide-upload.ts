import type { PublishResponse, UploadQuery } from '#contract/guide-files.ts';
import { NOT_PDF, PART_BYTES, refuseFileName } from '#contract/guide-pdf.ts';
import { addUploadPart } from '../guides/upload-parts.ts';
import { publishUpload } from '../guides/publish-upload.ts';
import { mediaTypeOf, readBody } from '../http/body.ts';
import { logError } from '../http/log.ts';
import { Problem } from '../http/problem.ts';
import { sendReadyEmails } from '../jobs/files-ready.ts';
import { requireFile } from './guides.ts';

/** A part of a PDF is sent as `application/octet-stream`. */
const MEDIA_TYPES: ReadonlySet<string> = new Set(['application/pdf', 'application/octet-stream']);

/** Stores a part of a PDF. Responds with 204 until the last part, which publishes the PDF. */
export const receiveUpload = async (
  request: Request,
  query: UploadQuery,
): Promise<PublishResponse | Response> => {
  const sold = requireFile(query.file);
  const name = query.name ?? sold.file.name;
  const refusal = MEDIA_TYPES.has(mediaTypeOf(request)) ? refuseFileName(name) : NOT_PDF;
  if (refusal) throw new Problem(refusal.code, refusal.reason);
  const part = new Uint8Array(await readBody(request, PART_BYTES));
  const bytes = await addUploadPart(query, part);
  if (!bytes) return new Response(null, { status: 204 });
  const published = await publishUpload(sold, { name, bytes, isConfirmed: query.confirm === '1' });
  // If this fails, the file is still published, and the schedule sends the emails later.
  await sendReadyEmails().catch(logError);
  return published;
};
