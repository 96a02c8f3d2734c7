import { describe, expect, test } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { access, buy, control, expectStatus } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { ownerHeaders } from '../shop/owner.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();

const block = async (session: string): Promise<void> => {
  const address = `/api/admin/orders/${await orderNumber(session)}`;
  const answer = await shop.post(address, { access: 'blocked' }, await ownerHeaders(shop));
  expect(answer.status).toBe(200);
};

describe.each([
  {
    status: 'refunded',
    close: (session: string) => control(shop, 'refund', { session }),
    heading: 'This order was refunded',
    words: 'Your money is on its way back to you, and this order’s files are closed.',
  },
  {
    status: 'disputed',
    close: (session: string) => control(shop, 'dispute', { session }),
    heading: 'This payment is in dispute',
    words:
      'This order’s files are closed until your bank decides. Write to us if this is a mistake.',
  },
  {
    status: 'blocked',
    close: block,
    heading: 'This order is on hold',
    words: 'We’ve closed this order’s files for now. Please contact support.',
  },
])('the buyer of an order that is $status', ({ status, close, heading, words }) => {
  test('reads the whole of why its files are closed, wherever they ask for them', async () => {
    const session = await buy(shop, 'individual_guide_6_10');
    const link = await linkTo(shop, 'guide-1', session);
    await close(session);
    await expectStatus(shop, session, status);
    for (const refused of [await access(shop, 'guide-1', session), await shop.call(link)]) {
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({
        code: 'access_denied',
        detail: `${heading}. ${words}`,
      });
    }
    const page = await shop.call(`/guide-download?session_id=${session}`, { method: 'POST' });
    const text = await page.text();
    expect(page.status).toBe(403);
    expect(text).toContain(`<h1>${heading}</h1>`);
    expect(text).toContain(`<p>${words}</p>`);
  });
});
