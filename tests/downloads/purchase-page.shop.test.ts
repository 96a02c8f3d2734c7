import { getStore } from '@netlify/blobs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { ACTIVE, SITE, productOf } from '../catalogue.ts';
import { access, buy, control, openSession } from '../shop/buying.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const GUIDE = 'individual_guide_6_10';
const { file_name: FILE } = productOf(GUIDE);
const store = getStore('guides-dev');

const show = async (query: string, path = '/guide-download') => {
  const response = await shop.call(path + query, { method: 'POST' });
  expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  const text = await response.text();
  const links = [...text.matchAll(/href="(\/api\/files\/[\w-]+)"/g)].map(([, link]) => link ?? '');
  return { status: response.status, heading: /<h1>(.*)<\/h1>/.exec(text)?.[1], text, links };
};
const showFor = (session: string) => show(`?session_id=${session}`);

/** What a page says, without its markup. */
const wordsOf = (text: string): string =>
  (text.split('<main>')[1] ?? '').replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ');
const namesOf = async (session: string): Promise<string> =>
  `Order number: ${await orderNumber(session)} …${session.slice(-8)}`;
const WRITE_TO_US = `Write to us: ${SITE.supportEmail}`;

test('a buyer without JavaScript gets a link to every file, and each works', async () => {
  const session = await buy(shop, 'bundle');
  const { heading, text, links } = await showFor(session);
  expect(heading).toBe('Your Guides are Ready!');
  expect(wordsOf(text)).toContain(await namesOf(session));
  expect(links).toHaveLength(ACTIVE.length);
  for (const link of links) expect((await shop.call(link)).status).toBe(200);
});

test('a single guide is a single link', async () => {
  const { heading, text, links } = await showFor(await buy(shop, GUIDE));
  expect(heading).toBe('Your Guide is Ready!');
  expect(links).toHaveLength(1);
  expect(text).toContain(FILE);
});

test.each([
  ['without a session id', '', 'No valid session found. Please complete your purchase first.'],
  [
    'without a paid order',
    '?session_id=cs_test_nobody',
    'No valid purchase found. Please complete your payment first.',
  ],
])('%s, access is denied in words', async (_lacks, query, words) => {
  const { status, heading, text } = await show(query);
  expect([status, heading]).toEqual([403, 'Access denied']);
  expect(text).toContain(words);
});

const BROKEN = ['', '1', 'cs_123', 'cs_test_', `cs_test_${'a'.repeat(80)}`, '%3Cscript%3E'];
test.each(BROKEN)(
  'a link with the session id "%s" is said to be broken, and shows the way to the purchase',
  async (id) => {
    const before = shop.calls();
    for (const path of ['/guide-download', '/payment-success']) {
      const { status, heading, text } = await show(`?session_id=${id}`, path);
      expect([status, heading]).toEqual([403, 'Access denied']);
      expect(wordsOf(text)).toContain(
        'This link is incomplete. Open the whole link again, or find your purchase.',
      );
      expect(text).toContain('<a href="/find-purchase">Find your purchase</a>');
      expect(text).not.toContain('<script');
    }
    expect(shop.callsSince(before)).toEqual([0, 0, 0]);
  },
);

test('a payment that the bank still processes is said to be on its way', async () => {
  const session = await openSession(shop, 'bundle');
  await control(shop, 'pay', { session, method: 'bank', settle: 'never' });
  const { heading, text } = await showFor(session);
  expect(heading).toBe('Your payment is on its way');
  expect(text).toContain('<p>Your payment is still processing');
  expect(wordsOf(text)).toContain(await namesOf(session));
});

test('when nothing can be verified, the page says so and where to turn', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  shop.failStripe('500', 2);
  const { status, heading, text } = await showFor('cs_test_any');
  expect([status, heading]).toEqual([503, 'Verification failed']);
  expect(text).toContain('Unable to verify your purchase. Please contact support.');
  expect(wordsOf(text)).toContain(WRITE_TO_US);
});

/** Changes a file of the store until the test is over. */
const withFile = async (change: () => Promise<unknown>): Promise<void> => {
  const { data, metadata } = await store.getWithMetadata(FILE, { type: 'arrayBuffer' });
  onTestFinished(async () => void (await store.set(FILE, data, { metadata })));
  await change();
};

test('a file amiss in the store is logged, and keeps the others from nobody', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const [bundle, single] = [await buy(shop, 'bundle'), await buy(shop, GUIDE)];
  await withFile(() => store.set(FILE, 'put there by hand'));
  expect((await showFor(bundle)).links).toHaveLength(ACTIVE.length - 1);
  expect(error.mock.calls.map(([line]) => JSON.parse(line).service)).toEqual(['guides']);
  expect(await showFor(single)).toMatchObject({
    status: 503,
    heading: 'Download failed',
    text: expect.stringContaining('Your order is safe'),
  });
  await expectProblem(await access(shop, 'guide-1', single), 503, 'temporarily_unavailable');
});

test('a product without a file is said to have none', async () => {
  const session = await buy(shop, GUIDE);
  await withFile(() => store.delete(FILE));
  const { heading, text } = await showFor(session);
  expect(heading).toBe('Download failed');
  expect(text).toContain('No files available for download');
  expect(wordsOf(text)).toContain(WRITE_TO_US);
  expect(wordsOf(text)).toContain(await namesOf(session));
});
