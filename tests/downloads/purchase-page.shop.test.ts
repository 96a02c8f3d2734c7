import { getStore } from '@netlify/blobs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sealTicket } from '../../netlify/downloads/tickets.ts';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { ACTIVE, fileNameOf } from '../catalog.ts';
import { access, buy, control, expectStatus, openSession } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';
import { PLAIN_MAILS } from '../shop/templates.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);
const { catalog, findByType } = await import('../../netlify/shop/catalog.ts');
const { orders: ORDERS, supportEmail } = PLAIN_MAILS;
const GUIDE = 'individual_guide_6_10';
const RECORD = `${fileNameOf(GUIDE)}/record.json`;
const store = getStore('guides-dev');

const show = async (query: string, path = '/guide-download') => {
  const response = await shop.call(path + query, { method: 'POST' });
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  const text = await response.text();
  const links = [...text.matchAll(/href="(\/api\/files\/[\w-]+)"/g)].map(([, link]) => link ?? '');
  const [, main = ''] = text.split('<main>');
  return {
    status: response.status,
    heading: /<h1>(.*)<\/h1>/.exec(text)?.[1],
    text,
    words: main.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' '),
    links,
  };
};
const showFor = (session: string) => show(`?session_id=${session}`);

const namesOf = (session: string): string =>
  `Order MSK-${orderNumberOf(session)} Reference …${session.slice(-8)}`;
const WRITE_TO_US = `Write to us: ${supportEmail}`;

test.each([
  // A mail program may add this to the link. query.test.ts has other additions.
  ['bundle', ACTIVE.length, '=3D'],
  [GUIDE, 1, ''],
] as const)('the buyer of %s reads that it is ready, and each link works', async (...row) => {
  const [type, count, end] = row;
  const session = await buy(shop, type);
  const { heading, words, links } = await showFor(session + end);
  expect(heading).toBe('Your Guide is Ready!');
  const lifetime = 'The download links on this page work for 24 hours.';
  for (const part of [ORDERS.ready.text, lifetime, namesOf(session), WRITE_TO_US]) {
    expect(words).toContain(part);
  }
  expect(words).toContain(`Download ${fileNameOf(type)}`);
  expect(links).toHaveLength(count);
  for (const link of links) expect((await shop.call(link)).status).toBe(200);
});

test('no line of a page breaks inside a range such as 6–10', async () => {
  const product = findByType(catalog, GUIDE);
  const { name } = product ?? {};
  onTestFinished(() => void Object.assign(product ?? {}, { name }));
  Object.assign(product ?? {}, { name: 'Ages 6–10' });
  const session = await buy(shop, GUIDE);
  await control(shop, 'refund', { session });
  await expectStatus(shop, session, 'refunded');
  expect((await showFor(session)).words).toContain('Ages 6\u2060–\u206010');
});

const BROKEN = 'This link is incomplete. Open the whole link again,';

test.each([
  ['', 'No valid session found. Please complete your purchase first.', 0],
  ['?session_id=cs_test_nobody', 'No valid purchase found. Please complete your payment first.', 2],
  ['?session_id=', BROKEN, 0],
  [`?session_id=cs_test_${'a'.repeat(59)}`, BROKEN, 0],
])('at "%s" access is denied: %s', async (query, denied, asked) => {
  const before = shop.callsTo('stripe');
  for (const path of ['/guide-download', '/payment-success']) {
    const { status, heading, text, words } = await show(query, path);
    expect([status, heading]).toEqual([403, 'Access denied']);
    expect(words).toContain(denied);
    const find = '<a href="/find-purchase">Find your purchase</a>';
    expect(text.includes(find)).toBe(denied === BROKEN);
  }
  expect(shop.callsTo('stripe') - before).toBe(asked);
});

test('while nothing can be verified, the page says so and where to write to', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  shop.failStripe('500', 2);
  const { status, heading, words } = await showFor('cs_test_any');
  expect([status, heading]).toEqual([503, 'Verification failed']);
  expect(words).toContain('Unable to verify your purchase. Please contact support.');
  expect(words).toContain(WRITE_TO_US);
});

const BANK = ['pay', { method: 'bank' }] as const;
const CARD = ['pay', {}] as const;

type Status = 'pending' | 'failed' | 'refunded' | 'disputed' | 'blocked';

test.each<[Status, ...acts: (readonly [name: string, more: object])[]]>([
  ['pending', BANK],
  ['failed', BANK, ['settle', { outcome: 'failed' }]],
  ['refunded', CARD, ['refund', {}]],
  ['disputed', CARD, ['dispute', {}]],
  ['blocked', CARD],
])('the buyer of a %s order gets no file, and reads why', async (status, ...acts) => {
  const session = await openSession(shop, GUIDE);
  for (const [name, more] of acts) await control(shop, name, { session, ...more });
  if (status === 'blocked')
    await owner.post(`/api/admin/orders/${orderNumberOf(session)}/access`, { access: status });
  await expectStatus(shop, session, status);
  const { heading, text } = ORDERS[status];

  const ticket = await sealTicket({ sessionId: session, productId: 'guide-1', expiresAt: 1e10 });
  for (const refused of [access(shop, 'guide-1', session), shop.call(`/api/files/${ticket}`)]) {
    const answer = await refused;
    expect(await answer.clone().json()).toMatchObject({ detail: `${heading}. ${text}` });
    await expectProblem(answer, 403, 'access_denied');
  }
  const verified = await shop.post('/api/verify-payment', { sessionId: session, files: true });
  expect(await verified.json()).not.toHaveProperty('files');

  const page = await showFor(session);
  const isPending = status === 'pending';
  expect(page).toMatchObject({ status: isPending ? 200 : 403, heading, links: [] });
  const promise = isPending ? ` ${ORDERS.pending.withoutMail}` : '';
  for (const part of [text + promise, namesOf(session), WRITE_TO_US]) {
    expect(page.words).toContain(part);
  }
  expect(page.text).not.toContain('/guide-download');
});

test('a file that the store lacks or has broken does not withhold the others', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const [bundle, single] = [await buy(shop, 'bundle'), await buy(shop, GUIDE)];
  const link = await linkTo(shop, 'guide-1', single);
  await store.set(RECORD, '{}');
  expect((await showFor(bundle)).links).toHaveLength(ACTIVE.length - 1);
  expect(error.mock.calls.map(([line]) => JSON.parse(line).service)).toEqual(['guides']);
  const page = await showFor(single);
  expect(page).toMatchObject({ status: 503, heading: 'Download failed' });
  expect(page.words).toContain('Your order is safe');
  await expectProblem(await access(shop, 'guide-1', single), 503, 'temporarily_unavailable');
  const verified = await shop.post('/api/verify-payment', { sessionId: single, files: true });
  const { status, files } = await verified.json();
  expect([status, files]).toEqual(['paid', undefined]);

  await store.delete(RECORD);
  await expectProblem(await shop.call(link), 404, 'file_not_found');
  const { heading, links } = await showFor(single);
  expect([heading, links]).toEqual([ORDERS.preparing.heading, []]);
});
