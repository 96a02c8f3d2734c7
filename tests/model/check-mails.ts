import { deepStrictEqual, ok } from 'node:assert';
import { orderNumber } from '../../src/contract/order-number.ts';
import type { History } from './history.ts';
import { type Life, count } from './life.ts';
import { detailOf } from './owner.ts';
import type { Truth } from './truth.ts';
import { OWNER, SITE, type WorldMail } from './world.ts';

/** How long Resend knows a key, less an hour. A first try whose fate is unknown for longer is given up. */
const KEY_KNOWN_IN_SECONDS = 23 * 3600;

/** The receipt of a paid order and its copies, as the buyer got them and as the owner reads of them. */
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
  // An order from before the store may have its receipt already, which nobody knows after a day.
  const mayHaveNone = isOld && (own === 'unknown' || truth.paidAt <= storeCreatedAt);
  if (!mayHaveNone) deepStrictEqual([own, mails.length > 0], ['sent', true], 'a receipt');
};

const DAY_IN_MS = 24 * 3_600_000;

/** What a withdrawal brings: once, or again a day or more later if an answer may have been lost. */
const checkWithdrawal = (
  { isWithdrawn, withdrawals }: Truth,
  mails: readonly WorldMail[],
  { mayBeLost, what }: { mayBeLost: boolean; what: string },
): void => {
  if (isWithdrawn) ok(mails.length > 0, `${what} of each withdrawal`);
  if (!mayBeLost) ok(mails.length <= withdrawals, `one ${what} of a withdrawal`);
  const times = mails.map(({ sentAt }) => Date.parse(sentAt)).toSorted((a, b) => a - b);
  for (const [n, at] of times.entries()) {
    ok(at - (times[n - 1] ?? 0) >= DAY_IN_MS, `no ${what} twice within a day`);
  }
};

/**
 * One receipt for each order that was ever paid, and a copy each time that the owner sent one, one confirmation and one alert of each withdrawal, an alert of the
 * schedule or the webhook only after an hour, and no other email.
 */
export const checkMails = async (
  life: Life,
  { steps }: Pick<History, 'end' | 'steps'>,
): Promise<void> => {
  const mails = await life.world.mails();
  const toOwner = mails.filter(({ to }) => to === OWNER);
  const toBuyers = mails.filter(({ to }) => to !== OWNER);
  const pauses = steps.filter(({ do: what }) => /pass|outage/.test(what));
  const mayBeLost = steps.some(
    (step) =>
      (step.do === 'mail' && step.is === 'lost') || (step.do === 'run' && step.crash !== null),
  );
  let found = 0;
  for (const truth of life.truths.filter(({ payment }) => payment === 'paid')) {
    const number = await orderNumber(truth.session);
    const ofOrder = ({ text }: WorldMail): boolean => text.includes(number);
    const leadsToFiles = ({ text }: WorldMail): boolean =>
      text.includes(`session_id=${truth.session}\n`);
    const receipts = toBuyers.filter(leadsToFiles);
    const confirmations = toBuyers.filter((mail) => ofOrder(mail) && !leadsToFiles(mail));
    const alerts = toOwner.filter(ofOrder);
    await checkReceipts(life, truth, receipts);
    checkWithdrawal(truth, confirmations, { mayBeLost, what: 'confirmation' });
    checkWithdrawal(truth, alerts, { mayBeLost, what: 'alert' });
    found += receipts.length + confirmations.length + alerts.length;
  }
  const ofHour = toOwner.filter(({ subject }) => /schedule|webhook/.test(subject));
  if (pauses.length === 0) deepStrictEqual(ofHour, [], 'no alert within the hour');
  deepStrictEqual(mails.length, found + ofHour.length, 'no other email');
};
