import { deepStrictEqual, ok } from 'node:assert';
import { type Life, count } from './life.ts';
import { detailOf } from './owner.ts';
import type { History } from './steps.ts';
import type { Truth } from './truth.ts';
import { OWNER, SITE, type WorldMail } from './world.ts';

/** How long Resend keeps a key, less an hour. A try with an unknown outcome is given up after it. */
const KEY_KNOWN_IN_SECONDS = 23 * 3600;

/** Checks the receipt of a paid order and its copies, in the inbox and on the owner's page. */
const checkReceipts = async (
  { world, tally }: Life,
  truth: Truth,
  mails: readonly WorldMail[],
): Promise<void> => {
  const detail = await detailOf(world, truth.session);
  const outcomes = detail?.receipts ?? [];
  const own = outcomes.find(({ copy }) => copy === 0)?.outcome ?? 'none';
  count(tally, `receipts: ${own}`);
  const [sent = 0, unknown = 0] = ['sent', 'unknown'].map(
    (is) => outcomes.filter(({ outcome }) => outcome === is).length,
  );
  const most = truth.wasLost
    ? 1 + truth.copies.size + truth.earlierCopies
    : Math.min(sent + unknown, 1 + truth.copies.size);
  ok(mails.length <= most, 'no receipt twice');
  if (!truth.wasLost) ok(mails.length >= sent, 'each receipt that counts as sent');
  deepStrictEqual(detail?.receipt_waits, false, 'no receipt waits');
  for (const { text } of mails) ok(text.includes(`${SITE}/guide-download?`), 'a link to here');
  const isOld = Date.now() / 1000 - truth.paidAt > KEY_KNOWN_IN_SECONDS;
  const storeCreatedAt = Number(await world.redis.get('store-created:dev'));
  // An order from before the store may already have its receipt, which is unknown after a day.
  const mayHaveNone = isOld && (own === 'unknown' || truth.paidAt <= storeCreatedAt);
  if (!mayHaveNone) deepStrictEqual([own, mails.length > 0], ['sent', true], 'a receipt');
};

/**
 * One receipt for each order that was ever paid, and a copy each time that the owner sent one, an alert of the schedule
 * or the webhook only after an hour, and no other email.
 */
export const checkMails = async (
  life: Life,
  { steps }: Pick<History, 'end' | 'steps'>,
): Promise<void> => {
  const mails = await life.world.mails();
  const alerts = mails.filter(({ to }) => to === OWNER);
  let found = alerts.length;
  for (const truth of life.truths.filter(({ payment }) => payment === 'paid')) {
    const receipts = mails.filter(({ text }) => text.includes(`session_id=${truth.session}\n`));
    await checkReceipts(life, truth, receipts);
    found += receipts.length;
  }
  const hasPaused = steps.some((step) => 'hours' in step && step.hours > 0);
  if (!hasPaused) deepStrictEqual(alerts, [], 'no alert within the hour');
  deepStrictEqual(mails.length, found, 'no other email');
};
