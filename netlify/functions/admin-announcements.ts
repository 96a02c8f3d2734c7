import type { Config } from '@netlify/functions';
import {
  type AnnouncementsRequest,
  type AnnouncementsResponse,
  type PreviewResponse,
  announcementsRequest,
} from '#contract/announcements.ts';
import {
  announcementOf,
  openPreviewed,
  sealPreviewed,
  serializeAnnouncement,
} from '../mail/announce.ts';
import { previewTo, sendPreview } from '../mail/announcement-email.ts';
import { beginAnnouncement, listAnnouncements, setOpen } from '../mail/redis-announcements.ts';
import { SHARE_OF_DAY, sendAnnouncements } from '../mail/send-announcements.ts';
import { sendsMail } from '../mail/settings.ts';
import { now } from '../clock.ts';
import { readJson } from '../http/body.ts';
import { Problem } from '../http/problem.ts';
import { countOrders } from '../orders/redis-pages.ts';
import { afterAnswer } from '../current-request.ts';
import { ownerRoute } from '../admin/auth.ts';

/** Netlify ends a function after 60 s. send-announcements.ts says what may still run after this time. */
const TIME_IN_MS = 13_000;

const state = async (): Promise<Response> => {
  const mayAnnounce = sendsMail();
  const [upTo, announcements] = mayAnnounce
    ? await Promise.all([countOrders(), listAnnouncements()])
    : [0, []];
  return Response.json({
    sendsMail: mayAnnounce,
    upTo,
    previewTo: mayAnnounce ? previewTo() : '',
    perDay: SHARE_OF_DAY,
    news: announcements.map(serializeAnnouncement),
  } satisfies AnnouncementsResponse);
};

const noSuchEdition = () =>
  new Problem('edition_not_found', 'Buyers get a different file by now. Please reload this page.');

const preview = async (
  asked: Extract<AnnouncementsRequest, { action: 'preview' }>,
): Promise<Response> => {
  const announcement = await announcementOf(asked);
  if (!announcement) throw noSuchEdition();
  const outcome = await sendPreview(announcement);
  if (outcome.is === 'refused') {
    throw new Problem('invalid_request', `The email service rejected it (${outcome.reason}).`);
  }
  if (outcome.is === 'postponed') {
    const words = `The email service didn’t accept it (${outcome.reason}). Please try again.`;
    throw new Problem('temporarily_unavailable', words);
  }
  return Response.json({
    preview: await sealPreviewed(announcement),
  } satisfies PreviewResponse);
};

/** Begins an announcement with the text of its preview. */
const begin = async (sealed: string): Promise<void> => {
  const previewed = await openPreviewed(sealed);
  if (!previewed) throw new Problem('invalid_request', 'preview: Not from this shop.');
  const announcement = await announcementOf(previewed);
  if (!announcement) throw noSuchEdition();
  await beginAnnouncement(announcement, now());
};

export const config: Config = { path: '/api/admin/edition-news' };

export default ownerRoute(config, {
  GET: state,
  POST: async (request) => {
    const asked = await readJson(request, announcementsRequest);
    if (asked.action === 'preview') return preview(asked);
    if (asked.action === 'tell') await begin(asked.preview);
    else await setOpen(asked.edition, asked.action === 'resume', now());
    const startedAt = Date.now();
    const hasTime = () => Date.now() - startedAt < TIME_IN_MS;
    if (asked.action !== 'stop') afterAnswer(() => sendAnnouncements(hasTime));
    return state();
  },
});
