import { expect, test } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { SITE } from '../catalogue.ts';
import { access, buy, control, expectStatus } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { ownerClient } from '../shop/owner.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);

test.each([
  {
    status: 'refunded',
    heading: 'This order was refunded',
    words: 'Your money is on its way back to you, and this order’s files are closed.',
  },
  {
    status: 'disputed',
    heading: 'This payment is in dispute',
    words:
      'This order’s files are closed until your bank decides. Write to us if this is a mistake.',
  },
  {
    status: 'blocked',
    heading: 'This order is on hold',
    words: 'We’ve closed this order’s files for now. Please contact support.',
  },
])(
  'the buyer of an order that is $status gets no file, and reads why wherever they ask',
  async ({ status, heading, words }) => {
    const session = await buy(shop, 'individual_guide_6_10');
    const link = await linkTo(shop, 'guide-1', session);
    const number = await orderNumber(session);
    if (status === 'refunded') await control(shop, 'refund', { session });
    if (status === 'disputed') await control(shop, 'dispute', { session });
    if (status === 'blocked') await owner.post(`/api/admin/orders/${number}`, { access: status });
    await expectStatus(shop, session, status);

    for (const refused of [await access(shop, 'guide-1', session), await shop.call(link)]) {
      expect(refused.status).toBe(403);
      const problem = { code: 'access_denied', detail: `${heading}. ${words}` };
      expect(await refused.json()).toMatchObject(problem);
    }
    const verified = await shop.post('/api/verify-payment', { sessionId: session, files: true });
    expect(Object.keys(await verified.json())).toEqual(['status', 'order']);

    const page = await shop.call(`/guide-download?session_id=${session}`, { method: 'POST' });
    const text = await page.text();
    expect(page.status).toBe(403);
    const shown = [`<h1>${heading}</h1>`, `<p>${words}</p>`, number, `…${session.slice(-8)}`];
    for (const part of [...shown, `<a href="mailto:${SITE.supportEmail}">`]) {
      expect(text).toContain(part);
    }
  },
);
