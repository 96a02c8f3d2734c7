import { deepStrictEqual, ok } from 'node:assert';
import { type Life, count } from './live.ts';
import type { History } from './steps.ts';
import { SITE } from './world.ts';

/** One receipt for each order that was ever paid, and no other mail. */
export const checkReceipts = async (life: Life, { steps }: History): Promise<void> => {
  const { redis, mails } = life.world;
  const all = await mails();
  const daysPass = steps.some((step) => step.do === 'days pass' || step.do === 'outage');
  let found = 0;
  for (const { session, receiptBefore } of life.truths.filter(
    (truth) => truth.payment === 'paid',
  )) {
    const receipts = all.filter(({ text }) => text.includes(`session_id=${session}\n`));
    const fact = await redis.hget(`order:dev:${session}`, 'mail:receipt');
    const [is] = (fact ?? 'none').split(' ');
    count(life.tally, `receipts: ${is}`);
    found += receipts.length;
    for (const { text } of receipts)
      ok(text.includes(`${SITE}/guide-download?`), 'a link to the shop');
    // Where it is not known for a day whether it went out, there must not be a second one.
    if ((is === 'unsure' && daysPass) || receiptBefore === 'unsent') {
      ok(receipts.length <= 1, 'no receipt twice');
    } else if (receiptBefore === 'sent') deepStrictEqual(receipts.length, 1, 'no receipt twice');
    else deepStrictEqual([is, receipts.length], ['sent', 1], 'one receipt for a paid order');
  }
  deepStrictEqual(all.length, found, 'no other mail');
  deepStrictEqual(await redis.zcard('receipts:dev'), 0, 'no receipt waits');
};
