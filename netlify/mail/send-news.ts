import { covers, findById } from '../catalogue.ts';
import { Unavailable } from '../clients/unavailable.ts';
import type { News, NewsPorts, OpenNews } from './edition-news.ts';
import type { Outcome } from './message.ts';
import { newsMail } from './news-mail.ts';
import { sendQueued } from './queue.ts';

/** Mails that go out at once, one such batch a second: under half of what Resend takes, so that receipts find their way. */
export const BATCH = 4;

/**
 * How much of a plan's day may be used before news wait for the next one. Resend's free plan has 100 mails a day (of UTC):
 * the rest of them is for receipts.
 */
export const SHARE_OF_DAY = 60;

const DAY_IN_SECONDS = 86_400;

/** When the next day of UTC begins. */
const nextDay = (at: number): number => at - (at % DAY_IN_SECONDS) + DAY_IN_SECONDS;

/** Orders that are read in one step of gathering. */
export const PAGE = 500;

/** Puts the buyers of a guide into the queue, page by page. false where the time was over before the last. */
const gatherBuyers = async (
  { news, catalogue, now }: NewsPorts,
  { edition, product: id, since, gatheredTo }: OpenNews,
  hasTime: () => boolean,
): Promise<boolean> => {
  const product = findById(catalogue, id);
  for (let from = gatheredTo; from !== null;) {
    if (!hasTime()) return false;
    const sales = await news.sales(from, PAGE);
    const buyers = sales
      .filter(({ createdAt }) => createdAt < since)
      .filter(({ productType }) => product && covers(productType, product))
      .map(({ buyer }) => buyer)
      // Of an order without an address nothing stands there, and '-' of one that was forgotten.
      .filter((buyer) => buyer.length > 1);
    const last = sales.at(-1);
    const isOver = sales.length < PAGE || !last || last.createdAt >= since;
    const to = isOver ? null : last.session;
    await news.gather(edition, { from, to, buyers: [...new Set(buyers)] }, now());
    from = to;
  }
  return true;
};

type Later = Extract<Outcome, { is: 'later' }>;

/** When to try again what the mail service did not take. It names no time where a quota is used up. */
const retryAt = ({ reason, waitInSeconds = 0 }: Later, at: number): number =>
  reason.endsWith('quota_exceeded') ? nextDay(at) : at + waitInSeconds;

/** Sends to those who wait, batch by batch. false where nothing more is to be tried now. */
const sendBatches = async (
  ports: NewsPorts,
  news: News,
  hasTime: () => boolean,
): Promise<boolean> => {
  const { now, pace, send } = ports;
  const queue = ports.news.queue(news.edition);
  const pause = async (reason: string, until: number): Promise<false> => {
    await ports.news.pause(news.edition, reason, until);
    return false;
  };
  while (hasTime()) {
    await pace();
    const asked = [
      queue.due(now(), BATCH),
      ports.news.isOpen(news.edition),
      ports.mustWait(),
    ] as const;
    const [buyers, isOpen, mustWait] = await Promise.all(asked);
    if (!isOpen) return true;
    if (mustWait) return pause('receipts', now());
    // All of them come to their end before anything is said of one.
    const tries = await Promise.allSettled(
      buyers.map((buyer) =>
        sendQueued({ queue, send, now }, buyer, () => newsMail(ports, news, buyer)),
      ),
    );
    const failed = tries.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    const sent = tries.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    const later = sent.find((one) => one.is === 'later');
    if (later) {
      ports.onFailed(new Unavailable('mail', later.reason));
      return pause(later.reason, retryAt(later, now()));
    }
    if (buyers.length < BATCH) {
      await ports.news.finish(news.edition, now());
      return true;
    }
    const used = sent.map((one) => (one.is === 'sent' ? (one.usedToday ?? 0) : 0));
    if (Math.max(...used) >= SHARE_OF_DAY) return pause('share', nextDay(now()));
  }
  return false;
};

/** false where other news had better wait too. */
const tell = async (ports: NewsPorts, news: OpenNews, hasTime: () => boolean): Promise<boolean> => {
  if (news.pausedUntil > ports.now()) return false;
  try {
    return (await gatherBuyers(ports, news, hasTime)) && (await sendBatches(ports, news, hasTime));
  } catch (error) {
    const isStripe = error instanceof Unavailable && error.service === 'payments';
    if (isStripe) await ports.news.pause(news.edition, 'payments', 0);
    throw error;
  }
};

/**
 * Sends a portion of the news that wait. The next portion goes on with what is left, wherever this one breaks off.
 * There is one at a time, for the rate. Never throws.
 */
export const sendNewsPortion = async (ports: NewsPorts, hasTime: () => boolean): Promise<void> => {
  const { news, onFailed } = ports;
  try {
    const open = await news.open();
    if (open.length === 0 || !(await news.takeTurn())) return;
    try {
      for (const one of open) if (!(await tell(ports, one, hasTime))) break;
    } finally {
      await news.endTurn();
    }
  } catch (error) {
    onFailed(error);
  }
};
