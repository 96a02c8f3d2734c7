import type { Config } from '@netlify/functions';
import {
  type EditionNewsRequest,
  type EditionNewsResponse,
  type PreviewResponse,
  editionNewsRequest,
} from '#contract/edition-news.ts';
import { newsOf, sendPreview, serializeNews } from '../mail/announce.ts';
import { SHARE_OF_DAY } from '../mail/send-news.ts';
import { openPreviewed, sealPreviewed } from '../mail/previewed.ts';
import { readJson } from '../http/body.ts';
import { Problem } from '../http/problem.ts';
import { afterAnswer } from '../current-request.ts';
import { announcePorts, buyersToTell, editionNews, sendNews } from '../services.ts';
import { ownerRoute } from '../admin/auth.ts';
import { limitOwnersMails } from '../http/rate-limiter.ts';
import { now } from '../clock.ts';
import { getEnv } from '../env.ts';
import { sendsMail } from '../mail/settings.ts';

/** A function has 60 s; see send-news.ts. */
const TIME_IN_MS = 13_000;

const state = async (): Promise<Response> => {
  const mayTell = sendsMail();
  const [upTo, news] = mayTell
    ? await Promise.all([buyersToTell(), editionNews().list()])
    : [{}, []];
  return Response.json({
    sendsMail: mayTell,
    upTo,
    previewTo: mayTell ? announcePorts().previewTo : '',
    perDay: SHARE_OF_DAY,
    news: news.map(serializeNews),
  } satisfies EditionNewsResponse);
};

const noSuchEdition = () =>
  new Problem('edition_not_found', 'Buyers get another file by now. Please load this page anew.');

const preview = async (
  asked: Extract<EditionNewsRequest, { action: 'preview' }>,
): Promise<Response> => {
  const news = await newsOf(announcePorts(), asked);
  if (!news) throw noSuchEdition();
  await limitOwnersMails();
  const outcome = await sendPreview(announcePorts(), news);
  if (outcome.is === 'refused') {
    throw new Problem('invalid_request', `The mail service refused it (${outcome.reason}).`);
  }
  if (outcome.is === 'later') {
    const words = `The mail service did not take it (${outcome.reason}). Please try again.`;
    throw new Problem('temporarily_unavailable', words);
  }
  return Response.json({
    preview: await sealPreviewed(news, getEnv().SIGNING_SECRET),
  } satisfies PreviewResponse);
};

/** Begins to tell in the words of a preview, and sends the first of them behind the answer. */
const tell = async (sealed: string): Promise<void> => {
  const previewed = await openPreviewed(sealed, getEnv().SIGNING_SECRET);
  if (!previewed) throw new Problem('invalid_request', 'preview: Not one of this shop.');
  const news = await newsOf(announcePorts(), previewed);
  if (!news) throw noSuchEdition();
  await editionNews().begin(news, now());
};

export const config: Config = { path: '/api/admin/edition-news' };

export default ownerRoute(config, {
  GET: state,
  POST: async (request) => {
    const asked = await readJson(request, editionNewsRequest);
    if (asked.action === 'preview') return preview(asked);
    if (asked.action === 'tell') await tell(asked.preview);
    else await editionNews().setOpen(asked.edition, asked.action === 'resume', now());
    const startedAt = Date.now();
    const hasTime = () => Date.now() - startedAt < TIME_IN_MS;
    if (asked.action !== 'stop') afterAnswer(() => sendNews(hasTime));
    return state();
  },
});
