import { expect } from '@playwright/test';
import { SITE } from '../../catalogue.ts';
import { SESSION, answer, problem, purchaseIs } from '../answers.ts';
import { type Row, leadsTo, viewing, noToast, on, row } from './row.ts';

const PATH = `/payment-success?session_id=${SESSION}`;
const PAID = on(PATH, { before: (page) => purchaseIs(page, 'paid') });
const UNPAID = on(PATH, { before: (page) => purchaseIs(page, 'unpaid') });
const BROKEN = on(PATH, {
  before: async (page) => {
    await answer(page, 'verify-payment', problem(500, 'Something went wrong.'));
    await answer(page, 'orders', { json: { order: null } });
  },
});
const CANCELED = viewing('/payment-canceled');

export const PAYMENT: readonly Row[] = [
  row(2, 'the success page shows "Payment Successful!"', PAID, (page) =>
    expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment Successful!'),
  ),
  row(
    2,
    'the order is confirmed by the last 8 characters of the session id',
    PAID,
    async (page) => {
      await expect(page.getByText('Order confirmed', { exact: true })).toBeVisible();
      await expect(page.getByText('7Kq2Zx9w', { exact: true })).toBeVisible();
      await expect(page.getByText(SESSION)).toHaveCount(0);
    },
  ),
  row(2, 'it has a button to /guide-download with the session id', PAID, (page) =>
    leadsTo(
      page.getByRole('main').getByRole('link', { name: /download/i }),
      `/guide-download?session_id=${SESSION}`,
    ),
  ),
  row(2, 'it has a return-home button and a support contact', PAID, async (page) => {
    const main = page.getByRole('main');
    await leadsTo(main.getByRole('link', { name: 'Return to Home' }), '/');
    await leadsTo(main.getByRole('link', { name: /@/ }), `mailto:${SITE.supportEmail}`);
  }),
  row(7, 'it verifies by {sessionId}', PAID, async (page) => {
    const verified = page.waitForRequest('**/api/verify-payment');
    await page.reload();
    expect((await verified).postDataJSON()).toEqual({ sessionId: SESSION });
  }),
  row(7, 'it reads the order by session_id where that fails', BROKEN, async (page) => {
    const read = page.waitForRequest('**/api/orders?*');
    await page.reload();
    expect(new URL((await read).url()).search).toBe(`?session_id=${SESSION}`);
  }),
  row(4, 'without a paid order the confirmation does not appear', UNPAID, async (page) => {
    await expect(page.getByText('We can’t see your order yet.')).toBeVisible();
    await expect(page.getByText('Order confirmed')).toBeHidden();
  }),
  row(8, 'payment verification errors are only logged', BROKEN, async (page) => {
    const logged = page.waitForEvent('console', (message) =>
      message.text().startsWith('Payment verification:'),
    );
    await page.reload();
    expect((await logged).type()).toBe('error');
    expect((await logged).text()).not.toContain(SESSION);
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    await expect(page.getByText('We can’t see your order yet.')).toBeVisible();
    await noToast(page);
  }),
  row(2, 'the canceled page says that no charges were made', CANCELED, async (page) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment Canceled');
    await expect(page.getByText(/No charges were made/)).toBeVisible();
  }),
  ...['Try Again', 'Return to Home'].map((name): Row =>
    row(2, `"${name}" on the canceled page goes to /`, CANCELED, (page) =>
      leadsTo(page.getByRole('main').getByRole('link', { name, exact: true }), '/'),
    ),
  ),
];
