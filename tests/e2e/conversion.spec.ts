import { expect, test } from '@playwright/test';
import { CARD, checkoutFrom, payByCard } from './parent.ts';
import { PHONE_IF_DEEP } from './devices.ts';

const TRACES = /googletagmanager|dataLayer|ads-consent|ad service/;

test('without an ad service nothing is asked or sent', PHONE_IF_DEEP, async ({ page, baseURL }) => {
  const requested: string[] = [];
  page.context().on('request', (request) => requested.push(request.url()));
  const checkout = await checkoutFrom(page, '/guide-1');
  await payByCard(checkout, CARD.pays);
  await expect(checkout.getByText('Order confirmed')).toBeVisible();
  await checkout.waitForTimeout(500);
  expect(await checkout.content()).not.toMatch(TRACES);
  const { hostname } = new URL(baseURL ?? '');
  expect(requested.filter((url) => new URL(url).hostname !== hostname)).toEqual([]);
  expect(checkout.url()).toContain('?session_id=');
});
