import { beforeEach, describe, expect, test } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { buy, control, openSession, setFaults, verify } from '../shop/buying.ts';
import { jsonPost, openTestShop } from '../shop/shop.ts';

const shop = await openTestShop({ withMail: true });
const ADDRESS = 'parent@example.com';

beforeEach(async () => {
  await setFaults(shop, {});
  shop.failMail('none');
});

const reconcile = () => shop.post('/.netlify/functions/reconcile', {});
const receiptsFor = async (session: string) =>
  (await shop.inbox()).filter(({ text }) => text.includes(session));
const factOf = async (session: string): Promise<string | null> =>
  shop.redis.hget(`order:dev:${session}`, 'mail:receipt');

describe('the receipt', () => {
  test('brings the way back to what was bought', async () => {
    const session = await buy(shop, 'bundle');
    const [mail, ...others] = await receiptsFor(session);
    expect(others).toEqual([]);
    const link = `${shop.siteUrl}/guide-download?session_id=${session}`;
    expect(mail?.subject).toBe(
      'Your guide from Money-Smart Kids: Money-Smart Kids: Complete Bundle',
    );
    for (const words of [
      link,
      '$19.99',
      await orderNumber(session),
      'Money-Smart Kids: Complete Bundle',
    ]) {
      expect(mail?.text).toContain(words);
      expect(mail?.html).toContain(words);
    }
    expect(mail?.text).not.toMatch(/[{}<>]/);
    expect(await factOf(session)).toMatch(/^sent \d{10} [\w-]+$/);
  });
});
