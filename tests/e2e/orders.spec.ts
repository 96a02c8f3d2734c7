import { readFileSync } from 'node:fs';
import { type Locator, type Page, expect, test } from '@playwright/test';
import { orderNumber } from '../../src/contract/order-number.ts';
import { OWNER_PASSWORD, logIn } from './owner.ts';
import { CARD, goToCheckout, payByCard } from './parent.ts';
import { buyAtOnce, deed } from './stand-in.ts';

const rowOf = (desk: Page, number: string): Locator => desk.locator(`[data-order="${number}"]`);
const sheetOf = (desk: Page, number: string): Locator =>
  desk.getByRole('dialog', { name: `Order ${number}` });
const figure = (desk: Page, name: string): Locator =>
  desk.locator('dl.figures > div').filter({ hasText: name }).locator('dd');
const amountIn = async (place: Locator): Promise<number> =>
  Number((await place.textContent())?.replaceAll(/[$,]/g, ''));

const openDesk = async (desk: Page, query = ''): Promise<void> => {
  await logIn(desk);
  await desk.goto(`/admin-orders${query}`);
  await expect(desk.locator('[data-order]').first()).toBeVisible();
};

const find = async (desk: Page, query: string): Promise<void> => {
  await desk.getByLabel('Find an order').fill(query);
  await desk.getByLabel('Find an order').press('Enter');
};

test('what a parent buys stands on top, with its sum, and is found by all its names', async ({
  page,
}) => {
  await page.goto('/guide-3');
  const buyer = await goToCheckout(
    page,
    page.getByRole('button', { name: /^Buy Guide 3/ }).first(),
  );
  await payByCard(buyer, CARD.pays);
  await buyer.waitForURL(/\/payment-success/);
  const session = new URL(buyer.url()).searchParams.get('session_id') ?? '';
  const number = await orderNumber(session);

  const desk = await page.context().newPage();
  await openDesk(desk, '?range=today');
  await expect(rowOf(desk, number)).toContainText('Ages 15-18');
  await expect(rowOf(desk, number)).toContainText('$8.99');
  await expect(rowOf(desk, number)).toContainText('Paid');
  const sold = await amountIn(figure(desk, 'Sold'));
  expect(sold).toBeGreaterThanOrEqual(8.99);
  expect(await amountIn(figure(desk, 'Kept'))).toBeCloseTo(
    sold - (await amountIn(figure(desk, 'Given back'))),
  );

  await find(desk, number);
  const payment = (await sheetOf(desk, number).getByText(/^pi_/).textContent()) ?? '';
  await desk.keyboard.press('Escape');
  await expect(sheetOf(desk, number)).toBeHidden();
  for (const name of [
    number.replaceAll('-', '').toLowerCase(),
    session.slice(-8),
    session,
    payment,
  ]) {
    await find(desk, name);
    await expect(sheetOf(desk, number), name).toBeVisible();
    expect(new URL(desk.url()).hash).toBe(`#order=${number}`);
    await desk.goBack();
    await expect(sheetOf(desk, number)).toBeHidden();
  }
  await find(desk, 'nobody');
  await expect(desk.getByText('No order found for “nobody”.')).toBeVisible();
});

test('a block closes links that were made before, and opening gives them back', async ({
  page: desk,
  baseURL,
}) => {
  const session = await buyAtOnce(baseURL, 'individual_guide_15_18');
  const number = await orderNumber(session);
  const access = await desk.request.post('/api/secure-file-access', {
    data: { product_id: 'guide-3', session_id: session },
  });
  const [{ downloadUrl: ticket }] = (await access.json()).files;
  await openDesk(desk);
  await rowOf(desk, number).getByRole('link').click();
  const sheet = sheetOf(desk, number);
  await sheet.getByRole('button', { name: 'Block downloads' }).click();
  await expect(sheet.getByText('stop working at once')).toBeVisible();
  await sheet.getByRole('button', { name: 'Leave open' }).click();
  await expect(sheet.getByRole('button', { name: 'Block downloads' })).toBeFocused();
  await desk.keyboard.press('Enter');
  await sheet.getByRole('button', { name: 'Block downloads' }).click();
  await expect(desk.getByText('Downloads are blocked')).toBeVisible();
  await expect(sheet.locator('[data-state="blocked"]')).toBeVisible();
  await expect(rowOf(desk, number).locator('[data-state="blocked"]')).toHaveCount(1);
  expect((await desk.request.get(ticket)).status()).toBe(403);
  const buyer = await desk.context().newPage();
  await buyer.goto(`/payment-success?session_id=${session}`);
  await expect(buyer.getByRole('heading', { name: 'This order is on hold' })).toBeVisible();

  await sheet.getByRole('button', { name: 'Open downloads' }).click();
  await sheet.getByRole('button', { name: 'Open downloads' }).click();
  await expect(desk.getByText('Downloads are open again')).toBeVisible();
  await expect(sheet.locator('[data-state="paid"]')).toBeVisible();
  await expect(sheet.locator('[data-kind="blocked"]')).toHaveCount(1);
  await expect(sheet.locator('[data-kind="unblocked"]')).toHaveCount(1);
  expect((await desk.request.get(ticket)).status()).toBe(200);
});

test('a refund at Stripe changes the order, the sums and the file for the books', async ({
  page,
  baseURL,
}) => {
  const session = await buyAtOnce(baseURL, 'bundle');
  const number = await orderNumber(session);
  await openDesk(page, `?range=7#order=${number}`);
  await expect(sheetOf(page, number).locator('[data-state="paid"]')).toBeVisible();
  const before = await amountIn(figure(page, 'Given back'));

  const refunded = async (): Promise<number> =>
    (await (await page.request.get(`/api/admin/orders/${number}`)).json()).refunded;
  await deed(baseURL, 'refund', { session, amount: 321 });
  await expect.poll(refunded).toBe(321);
  await deed(baseURL, 'refund', { session });
  await expect.poll(refunded).toBe(1999);
  await page.reload();
  await expect(sheetOf(page, number).locator('[data-state="refunded"]')).toBeVisible();
  await expect(sheetOf(page, number).locator('[data-kind="refund"]')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(rowOf(page, number)).toContainText('$19.99 back');
  expect(await amountIn(figure(page, 'Given back'))).toBeGreaterThanOrEqual(before + 19.99);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'All orders' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const csv = readFileSync(await download.path(), 'utf8');
  expect(csv.split('\r\n').filter((line) => line.includes(number))).toEqual([
    expect.stringMatching(/19\.99.*19\.99.*refunded/),
  ]);
  expect(csv).not.toContain('cs_test_');
});

test('a session that ends in the middle is followed by a login, and then by what was asked for', async ({
  page,
  baseURL,
}) => {
  const number = await orderNumber(await buyAtOnce(baseURL, 'individual_guide_11_14'));
  await openDesk(page, `#order=${number}`);
  const sheet = sheetOf(page, number);
  await sheet.getByRole('button', { name: 'Block downloads' }).click();
  await page.context().clearCookies({ name: /owner_session/ });
  await sheet.getByRole('button', { name: 'Block downloads' }).click();
  const login = page.getByRole('dialog', { name: 'Your session has ended' });
  await login.getByLabel('Password').fill(OWNER_PASSWORD);
  await login.getByRole('button', { name: 'Log in' }).click();
  await expect(login).toBeHidden();
  await expect(page.getByText('Downloads are blocked')).toBeVisible();
  await expect(sheet.locator('[data-state="blocked"]')).toBeVisible();
});
