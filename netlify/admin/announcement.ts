import * as z from 'zod/mini';
import type { AnnounceRequest, GuideFiles } from '#contract/guide-files.ts';
import { findCurrentEdition } from '../guides/guide-store.ts';
import { Problem } from '../http/problem.ts';
import { beginAnnouncement, stopAnnouncement } from '../jobs/announcements.ts';
import { announcementPreview } from '../mail/announcement.ts';
import { sendEmail } from '../mail/resend.ts';
import { getEnv } from '../platform/env.ts';
import { sendsMail } from '../platform/mail-policy.ts';
import { seal, unseal } from '../platform/seal.ts';
import type { CatalogFile } from '../shop/catalog.ts';
import { readGuide, requireFile } from './guides.ts';

const PREVIEW = 'edition-preview';
/**
 * Starting an announcement requires the token from its preview, so that buyers get the text that
 * the owner previewed.
 */
const previewSchema = z.object({ file: z.string(), edition: z.string(), changes: z.string() });

/** Preserves line breaks, but never more than one empty line in a row. */
const tidyText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const sendPreview = async (
  sold: CatalogFile,
  edition: string,
  changes: string,
): Promise<{ preview: string }> => {
  const outcome = await sendEmail(announcementPreview({ sold, changes }));
  if (outcome.is === 'refused') {
    throw new Problem('invalid_request', `The email service rejected it (${outcome.reason}).`);
  }
  if (outcome.is === 'postponed') {
    const detail = `The email service didn’t accept it (${outcome.reason}). Please try again.`;
    throw new Problem('temporarily_unavailable', detail);
  }
  const preview = { file: sold.file.name, edition, changes };
  return { preview: await seal(PREVIEW, preview, getEnv().SIGNING_SECRET) };
};

/** When the edition became current, in Unix seconds. Throws 404 if it is not current anymore. */
const currentSince = async ({ file }: CatalogFile, edition: string): Promise<number> => {
  const current = await findCurrentEdition(file.name);
  if (current?.id !== edition) {
    const detail = 'Buyers now get a different file. Please reload this page.';
    throw new Problem('edition_not_found', detail);
  }
  return Math.floor(Date.parse(current.since) / 1000);
};

const beginPreviewed = async (sold: CatalogFile, sealedPreview: string): Promise<void> => {
  const secret = getEnv().SIGNING_SECRET;
  const preview = await unseal(PREVIEW, previewSchema, sealedPreview, secret);
  if (preview?.file !== sold.file.name) {
    throw new Problem('invalid_request', 'preview: Not a preview of this file.');
  }
  const { edition, changes } = preview;
  const since = await currentSince(sold, edition);
  await beginAnnouncement({ edition, sold, since, changes });
};

export const announce = async (
  id: string,
  request: AnnounceRequest,
): Promise<{ preview: string } | GuideFiles> => {
  const sold = requireFile(id);
  if (!sendsMail()) throw new Problem('mail_unavailable', 'The shop can’t send email yet.');
  if (request.action === 'preview') {
    await currentSince(sold, request.edition);
    return sendPreview(sold, request.edition, tidyText(request.changes));
  }
  if (request.action === 'stop') await stopAnnouncement(request.edition);
  else await beginPreviewed(sold, request.preview);
  return readGuide(id);
};
