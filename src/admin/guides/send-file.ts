import { sendPart } from '../../api/send-part.ts';
import {
  beginUpload,
  discardUpload,
  loadGuideFiles,
  partAddress,
  publishUpload,
} from '../../api/uploads.ts';
import type { BeginUploadResponse, PublishResponse } from '../../contract/guide-files.ts';
import { queries } from '../queries.ts';
import { asOwner } from '../session/session.ts';
import { guideFiles } from './guide-files.ts';
import { isFault, isRefusal, retry, type Wait } from './retry.ts';

/** Another tab or the server's cleanup may delete parts before they are joined. Then they are sent again. */
const MAX_ROUNDS = 3;

/** How many 5xx answers to publishing are retried. A missing answer does not count. */
const MAX_PUBLISH_FAULTS = 5;

/** One file to upload for one product. */
type Job = { readonly file: File; readonly sha256: string; readonly product: string };

/** The state of a running upload. */
export type Sending =
  /** `sentBytes` includes bytes that the server has not confirmed yet. */
  | { readonly step: 'uploading'; readonly sentBytes: number }
  | { readonly step: 'waiting'; readonly wait: Wait }
  | { readonly step: 'publishing' };

const begin = ({ file, sha256, product }: Job): Promise<BeginUploadResponse> =>
  beginUpload({ product, fileName: file.name, size: file.size, sha256 });

/** Deletes a file's parts on the server. */
export async function discardParts(job: Job): Promise<void> {
  const { upload } = await asOwner(() => begin(job));
  await asOwner(() => discardUpload(upload));
}

/** The answer that publishing would have given, if this file is already current. Otherwise null. */
async function findPublished({ product, sha256 }: Job): Promise<PublishResponse | null> {
  const known = await loadGuideFiles();
  queries.setQueryData(guideFiles.queryKey, known);
  const found = known.products.find(({ id }) => id === product);
  const current = found?.current;
  if (!found || !current || current.isSample || current.sha256 !== sha256) return null;
  const { size, pages, title } = current;
  return { product, fileName: found.file_name, size, sha256, pages, title, changed: true };
}

/** Sends the missing parts one after another and publishes the file. */
export async function sendFile(
  job: Job,
  show: (sending: Sending) => void,
  signal: AbortSignal,
): Promise<PublishResponse> {
  const { file } = job;
  const untilAnswered = <Answer>(call: () => Promise<Answer>, maxFaults?: number) =>
    retry(call, (wait) => show({ step: 'waiting', wait }), signal, maxFaults);

  const sendParts = async ({ upload, partBytes, parts, received }: BeginUploadResponse) => {
    const bytesOf = (number: number) =>
      file.slice(number * partBytes, Math.min((number + 1) * partBytes, file.size));
    let confirmed = received.reduce((sum, number) => sum + bytesOf(number).size, 0);
    const showSent = (ofPart = 0) => show({ step: 'uploading', sentBytes: confirmed + ofPart });
    showSent();
    const receivedParts = new Set(received);
    for (let number = 0; number < parts; number += 1) {
      if (receivedParts.has(number)) continue;
      const bytes = bytesOf(number);
      await untilAnswered(() => {
        showSent();
        const onSent = (sent: number) => showSent(Math.min(sent, bytes.size));
        return sendPart(partAddress(upload, number), bytes, onSent, signal);
      });
      confirmed += bytes.size;
      showSent();
    }
  };

  for (let round = 1; ; round += 1) {
    const begun = await untilAnswered(() => begin(job));
    await sendParts(begun);
    try {
      return await untilAnswered(() => {
        show({ step: 'publishing' });
        return publishUpload(begun.upload);
      }, MAX_PUBLISH_FAULTS);
    } catch (error) {
      if (signal.aborted) throw error;
      if (isFault(error)) {
        const published = await findPublished(job).catch(() => null);
        if (published) return published;
      }
      const isIncomplete = isRefusal(error) && error.code === 'upload_incomplete';
      if (signal.aborted || round === MAX_ROUNDS || !isIncomplete) throw error;
      // Publishing deletes the parts, so an earlier try may have succeeded although its answer was lost.
      const published = await untilAnswered(() => findPublished(job));
      if (published) return published;
    }
  }
}
