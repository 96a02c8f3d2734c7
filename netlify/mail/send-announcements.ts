import { setTimeout } from 'node:timers/promises';
import { catalogue, covers, findById } from '../catalogue.ts';
import { now } from '../clock.ts';
import { Unavailable } from '../clients/unavailable.ts';
import { logError } from '../http/log.ts';
import { orderKeys } from '../orders/redis-keys.ts';
import { announcementEmail } from './announcement-email.ts';
import type { AnnouncementRecord } from './announcement.ts';
import type { Outcome } from './message.ts';
import { dueOf, sendClaimed } from './outbox.ts';
import {
  endTurn,
  finish,
  gather,
  isOpen,
  openAnnouncements,
  outboxOf,
  pause,
  salesAfter,
  takeTurn,
} from './redis-announcements.ts';
import { sendsMail } from './settings.ts';

/** Emails sent at once, one batch a second. That is under half of Resend's rate, so that receipts still pass. */
export const BATCH = 4;

/** Emails a day (UTC) after which announcements wait for the next day. Resend's free plan has 100; the rest is for receipts. */
export const SHARE_OF_DAY = 60;

const EVERY_IN_MS = 1000;

let lastMs = 0;

/** Waits until a second has passed since the last call. */
const pace = async (): Promise<void> => {
  const passedMs = Date.now() - lastMs;
  if (passedMs >= 0 && passedMs < EVERY_IN_MS) await setTimeout(EVERY_IN_MS - passedMs);
  lastMs = Date.now();
};

const DAY_IN_SECONDS = 86_400;

/** When the next day begins, in UTC. */
const nextDay = (at: number): number => at - (at % DAY_IN_SECONDS) + DAY_IN_SECONDS;

/** Orders read in one step. */
export const PAGE = 500;

/** Queues the buyers of a guide, page by page. false where time ran out before the last page. */
const gatherBuyers = async (
  { edition, product: id, since, gatheredTo }: AnnouncementRecord,
  hasTime: () => boolean,
): Promise<boolean> => {
  const product = findById(catalogue, id);
  for (let from = gatheredTo; from !== null;) {
    if (!hasTime()) return false;
    const sales = await salesAfter(from, PAGE);
    const buyers = sales
      .filter(({ createdAt }) => createdAt < since)
      .filter(({ productType }) => product && covers(productType, product))
      .map(({ buyer }) => buyer)
      // Empty for an order without an address, '-' for a forgotten buyer.
      .filter((buyer) => buyer.length > 1);
    const last = sales.at(-1);
    const isOver = sales.length < PAGE || !last || last.createdAt >= since;
    const to = isOver ? null : last.session;
    await gather(edition, { from, to, buyers: [...new Set(buyers)] }, now());
    from = to;
  }
  return true;
};

type NotNow = Extract<Outcome, { is: 'postponed' }>;

/** When to try again. Where a quota is used up, the mail service names no time. */
const retryAt = ({ reason, waitInSeconds = 0 }: NotNow, at: number): number =>
  reason.endsWith('quota_exceeded') ? nextDay(at) : at + waitInSeconds;

/** Whether receipts or find-purchase emails are due, which go first. */
const mustWait = async (): Promise<boolean> => {
  const { receipts, finds } = orderKeys();
  const due = await Promise.all([receipts, finds].map((key) => dueOf(key, now(), 1)));
  return due.flat().length > 0;
};

/** Sends batch by batch. false where nothing more is to be sent now. */
const sendBatches = async (
  announcement: AnnouncementRecord,
  hasTime: () => boolean,
): Promise<boolean> => {
  const { edition } = announcement;
  const outbox = outboxOf(edition);
  const waitUntil = async (until: number, reason: string): Promise<false> => {
    await pause(edition, reason, until);
    return false;
  };
  while (hasTime()) {
    await pace();
    const due = dueOf(orderKeys().announcementQueue(edition), now(), BATCH);
    const [buyers, goesOn, isBehind] = await Promise.all([due, isOpen(edition), mustWait()]);
    if (!goesOn) return true;
    if (isBehind) return waitUntil(now(), 'receipts');
    // All of a batch finish, so that one failure leaves no other email without its outcome.
    const tries = await Promise.allSettled(
      buyers.map((buyer) =>
        sendClaimed(outbox, buyer, () => announcementEmail(announcement, buyer)),
      ),
    );
    const failed = tries.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    const sent = tries.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    const notNow = sent.find((one) => one.is === 'postponed');
    if (notNow) return waitUntil(retryAt(notNow, now()), notNow.reason);
    if (buyers.length < BATCH) {
      await finish(edition, now());
      return true;
    }
    const used = sent.map((one) => (one.is === 'sent' ? (one.usedToday ?? 0) : 0));
    if (Math.max(...used) >= SHARE_OF_DAY) return waitUntil(nextDay(now()), 'share');
  }
  return false;
};

/** Continues one announcement. false where the others must wait too. */
const goOn = async (announcement: AnnouncementRecord, hasTime: () => boolean): Promise<boolean> => {
  if (announcement.pausedUntil > now()) return false;
  try {
    const isGathered = await gatherBuyers(announcement, hasTime);
    return isGathered && (await sendBatches(announcement, hasTime));
  } catch (error) {
    const isStripe = error instanceof Unavailable && error.service === 'payments';
    if (isStripe) await pause(announcement.edition, 'payments', 0);
    throw error;
  }
};

/**
 * Sends a portion of the open announcements. The next portion sends what is left, wherever this one breaks off. Only one
 * function sends at a time, to keep the rate. Never throws.
 */
export const sendAnnouncements = async (hasTime: () => boolean): Promise<void> => {
  if (!sendsMail()) return;
  try {
    const open = await openAnnouncements();
    if (open.length === 0 || !(await takeTurn())) return;
    try {
      for (const one of open) if (!(await goOn(one, hasTime))) break;
    } finally {
      await endTurn();
    }
  } catch (error) {
    logError(error);
  }
};
