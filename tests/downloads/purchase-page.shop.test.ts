import { getStore } from '@netlify/blobs';
import { expect, test } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { ACTIVE, SITE, productOf } from '../catalogue.ts';
import { access, buy, control, expectStatus, openSession, setFaults } from '../shop/buying.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();

const show = async (query: string) => {
  const response = await shop.call(`/guide-download${query}`, { method: 'POST' });
  expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  const text = await response.text();
  return { status: response.status, heading: /<h1>(.*)<\/h1>/.exec(text)?.[1], text };
};

/** What a page says, without its markup. */
const wordsOf = (text: string): string =>
  (text.split('<main>')[1] ?? '').replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ');

const namesOf = async (session: string): Promise<string> =>
  `Order number: ${await orderNumber(session)} …${session.slice(-8)}`;

const WRITE_TO_US = `Write to us: <a href="mailto:${SITE.supportEmail}">${SITE.supportEmail}</a>`;

test('a buyer without JavaScript gets a link to every file, and each works', async () => {
  const session = await buy(shop, 'bundle');
  const { heading, text } = await show(`?session_id=${session}`);
  expect(heading).toBe('Your Guides are Ready!');
  expect(wordsOf(text)).toContain(await namesOf(session));
  const links = [...text.matchAll(/href="(\/api\/files\/[\w-]+)"/g)].map(([, link]) => link ?? '');
  expect(links).toHaveLength(ACTIVE.length);
  for (const link of links) expect((await shop.call(link)).status).toBe(200);
});

test('a single guide is a single link', async () => {
  const { heading, text } = await show(`?session_id=${await buy(shop, 'individual_guide_6_10')}`);
  expect(heading).toBe('Your Guide is Ready!');
  expect(text.match(/\/api\/files\//g)).toHaveLength(1);
  expect(text).toContain(productOf('individual_guide_6_10').file_name);
});

test('without a session id, or without a paid order, access is denied in words', async () => {
  const words = 'No valid session found. Please complete your purchase first.';
  expect(await show('')).toMatchObject({
    status: 403,
    heading: 'Access denied',
    text: expect.stringContaining(words),
  });
  const session = await openSession(shop, 'bundle');
  expect(await show(`?session_id=${session}`)).toMatchObject({
    status: 403,
    heading: 'Access denied',
    text: expect.stringContaining('No valid purchase found. Please complete your payment first.'),
  });
});

test('a payment that the bank still processes is said to be on its way', async () => {
  const session = await openSession(shop, 'bundle');
  await control(shop, 'pay', { session, method: 'bank', settle: 'never' });
  const { heading, text } = await show(`?session_id=${session}`);
  expect(heading).toBe('Your payment is on its way');
  expect(text).toContain('<p>Your payment is still processing');
  expect(wordsOf(text)).toContain(await namesOf(session));
});

test.each([
  ['refunded', (session: string) => control(shop, 'refund', { session })],
  ['disputed', (session: string) => control(shop, 'dispute', { session })],
  [
    'blocked',
    async (session: string) => {
      const owner = await ownerClient(shop);
      await owner.post(`/api/admin/orders/${await orderNumber(session)}`, { access: 'blocked' });
    },
  ],
] as const)('an order that is %s is named, with where to write to', async (status, close) => {
  const session = await buy(shop, 'individual_guide_6_10');
  await close(session);
  await expectStatus(shop, session, status);
  const { status: code, text } = await show(`?session_id=${session}`);
  expect(code).toBe(403);
  expect(text).toContain(WRITE_TO_US);
  expect(wordsOf(text)).toContain(await namesOf(session));
});

test('when nothing can be verified, the page says so and where to turn', async () => {
  await setFaults(shop, { api: { status: 500, times: 10 } });
  const { status, heading, text } = await show('?session_id=cs_test_any');
  await setFaults(shop, {});
  expect([status, heading]).toEqual([503, 'Verification failed']);
  expect(text).toContain('Unable to verify your purchase. Please contact support.');
  expect(text).toContain(WRITE_TO_US);
});

test('a file amiss in the store keeps the others from nobody', async () => {
  const session = await buy(shop, 'bundle');
  const store = getStore('guides-dev');
  const fileName = productOf('individual_guide_6_10').file_name;
  const { data, metadata } = await store.getWithMetadata(fileName, { type: 'arrayBuffer' });
  await store.set(fileName, data, { metadata: { size: 'none' } });
  const { text } = await show(`?session_id=${session}`);
  expect(text.match(/\/api\/files\//g)).toHaveLength(ACTIVE.length - 1);
  const single = await buy(shop, 'individual_guide_6_10');
  expect(await show(`?session_id=${single}`)).toMatchObject({
    status: 503,
    heading: 'Download failed',
    text: expect.stringContaining('Your order is safe'),
  });
  await expectProblem(await access(shop, 'guide-1', single), 503, 'temporarily_unavailable');
  await store.set(fileName, data, { metadata });
});

test('a product without a file is said to have none', async () => {
  const session = await buy(shop, 'individual_guide_6_10');
  await getStore('guides-dev').delete(productOf('individual_guide_6_10').file_name);
  const { heading, text } = await show(`?session_id=${session}`);
  expect(heading).toBe('Download failed');
  expect(text).toContain('No files available for download');
  expect(text).toContain(WRITE_TO_US);
  expect(wordsOf(text)).toContain(await namesOf(session));
});

test('markup in a session id is not taken, let alone shown', async () => {
  const { status, text } = await show('?session_id=%3Cscript%3E');
  expect(status).toBe(403);
  expect(text).not.toContain('<script');
});
