import { getStore } from '@netlify/blobs';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
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
  const text = await response.text();
  const links = [...text.matchAll(/href="(\/api\/files\/[\w-]+)"/g)].map(([, link]) => link ?? '');
  const [, main = ''] = text.split('<main>');
  return {
    status: response.status,
    referrerPolicy: response.headers.get('referrer-policy'),
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

describe.each([
  { type: 'bundle', files: ACTIVE.length },
  { type: GUIDE, files: 1 },
])('the page for an order with product type $type', ({ type, files }) => {
  let session: string;
  beforeAll(async () => {
    session = await buy(shop, type);
  });

  test('says that the guide is ready and how long the links work', async () => {
    const { heading, words } = await showFor(session);
    expect(heading).toBe('Your Guide is Ready!');
    expect(words).toContain(ORDERS.ready.text);
    expect(words).toContain('The download links on this page work for 24 hours.');
  });

  test('shows the order number and the support address', async () => {
    const { words } = await showFor(session);
    expect(words).toContain(namesOf(session));
    expect(words).toContain(WRITE_TO_US);
  });

  test('contains a working link to each file', async () => {
    const { words, links } = await showFor(session);
    expect(words).toContain(`Download ${fileNameOf(type)}`);
    expect(links).toHaveLength(files);
    for (const link of links) expect((await shop.call(link)).status).toBe(200);
  });

  // query.test.ts covers other changes to links.
  test('accepts a link that a mail program has changed', async () => {
    const { heading, links } = await showFor(`${session}=3D`);
    expect(heading).toBe('Your Guide is Ready!');
    expect(links).toHaveLength(files);
  });
});

test('does not reveal the page’s URL to other sites', async () => {
  const opened = await showFor(await buy(shop, GUIDE));
  const denied = await showFor('cs_test_nobody');
  expect(opened.referrerPolicy).toBe('no-referrer');
  expect(denied.referrerPolicy).toBe('no-referrer');
});

test('keeps a range such as 6–10 on one line', async () => {
  const product = findByType(catalog, GUIDE);
  const { name } = product ?? {};
  onTestFinished(() => void Object.assign(product ?? {}, { name }));
  Object.assign(product ?? {}, { name: 'Ages 6–10' });
  const session = await buy(shop, GUIDE);
  await control(shop, 'refund', { session });
  await expectStatus(shop, session, 'refunded');
  expect((await showFor(session)).words).toContain('Ages 6\u2060–\u206010');
});

const BROKEN = 'This link is incomplete. Open the whole link,';
const FIND_PURCHASE = '<a href="/find-purchase">Find your purchase</a>';

describe.each(['/guide-download', '/payment-success'])('%s without a valid purchase', (path) => {
  test('denies access without a session', async () => {
    const { status, heading, words, text } = await show('', path);
    expect({ status, heading }).toEqual({ status: 403, heading: 'Access denied' });
    const denied = 'No valid session found. Please complete your purchase first.';
    expect(words).toContain(denied);
    expect(text).not.toContain(FIND_PURCHASE);
  });

  test('denies access for an unknown session after one lookup', async () => {
    const before = shop.callsTo('stripe');
    const { status, heading, words, text } = await show('?session_id=cs_test_nobody', path);
    expect({ status, heading }).toEqual({ status: 403, heading: 'Access denied' });
    const denied = 'No valid purchase found. Please complete your payment first.';
    expect(words).toContain(denied);
    expect(text).not.toContain(FIND_PURCHASE);
    expect(shop.callsTo('stripe') - before).toBeLessThanOrEqual(1);
  });

  test.each([
    { name: 'an empty session id', query: '?session_id=' },
    { name: 'an incomplete session id', query: `?session_id=cs_test_${'a'.repeat(59)}` },
  ])('denies access for $name without a lookup, and links to find-purchase', async ({ query }) => {
    const before = shop.callsTo('stripe');
    const { status, heading, words, text } = await show(query, path);
    expect({ status, heading }).toEqual({ status: 403, heading: 'Access denied' });
    expect(words).toContain(BROKEN);
    expect(text).toContain(FIND_PURCHASE);
    expect(shop.callsTo('stripe')).toBe(before);
  });
});

test('shows the support address while Stripe cannot verify a session', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  shop.failStripe('500', 2);
  const { status, heading, words } = await showFor('cs_test_any');
  expect({ status, heading }).toEqual({ status: 503, heading: 'Verification failed' });
  expect(words).toContain('Unable to verify your purchase. Please contact support.');
  expect(words).toContain(WRITE_TO_US);
});

/** Opens a session for a guide, then performs these actions at Stripe. Returns the session id. */
const orderAfter = async (
  ...actions: readonly { readonly action: string; readonly details?: object }[]
): Promise<string> => {
  const session = await openSession(shop, GUIDE);
  for (const { action, details } of actions) await control(shop, action, { session, ...details });
  return session;
};

const decide = (session: string, decision: 'open' | 'blocked') =>
  owner.post(`/api/admin/orders/${orderNumberOf(session)}/access`, { access: decision });

const PAY = { action: 'pay' };
const PAY_BY_BANK = { action: 'pay', details: { method: 'bank' } };

describe.each([
  {
    status: 'pending' as const,
    arrange: () => orderAfter(PAY_BY_BANK),
  },
  {
    status: 'failed' as const,
    arrange: () => orderAfter(PAY_BY_BANK, { action: 'settle', details: { outcome: 'failed' } }),
  },
  {
    status: 'refunded' as const,
    arrange: () => orderAfter(PAY, { action: 'refund' }),
  },
  {
    status: 'disputed' as const,
    arrange: () => orderAfter(PAY, { action: 'dispute' }),
  },
  {
    status: 'blocked' as const,
    arrange: async () => {
      const session = await orderAfter(PAY);
      await decide(session, 'blocked');
      return session;
    },
  },
])('a $status order', ({ status, arrange }) => {
  const { heading, text } = ORDERS[status];
  let session: string;
  beforeEach(async () => {
    session = await arrange();
    await expectStatus(shop, session, status);
  });

  test('explains the status of the order instead of returning a link', async () => {
    const refused = await access(shop, 'guide-1', session);
    expect(await refused.clone().json()).toMatchObject({ detail: `${heading}. ${text}` });
    await expectProblem(refused, 403, 'access_denied');
  });

  test('explains the status of the order instead of serving the file for an earlier link', async () => {
    const ticket = await sealTicket({ sessionId: session, productId: 'guide-1', expiresAt: 1e10 });
    const refused = await shop.call(`/api/files/${ticket}`);
    expect(await refused.clone().json()).toMatchObject({ detail: `${heading}. ${text}` });
    await expectProblem(refused, 403, 'access_denied');
  });

  test('returns no files from verify-payment', async () => {
    const verified = await shop.post('/api/verify-payment', { sessionId: session, files: true });
    expect(await verified.json()).not.toHaveProperty('files');
  });

  test('explains the status of the order on a page without links to files', async () => {
    const page = await showFor(session);
    const expectedStatus = status === 'pending' ? 200 : 403;
    expect(page).toMatchObject({ status: expectedStatus, heading, links: [] });
    expect(page.words).toContain(text);
    expect(page.text).not.toContain('/guide-download');
  });

  test('shows the order number and the support address', async () => {
    const { words } = await showFor(session);
    expect(words).toContain(namesOf(session));
    expect(words).toContain(WRITE_TO_US);
  });
});

test('asks the buyer of a pending order to check the page again, because the shop sends no email', async () => {
  const session = await orderAfter(PAY_BY_BANK);
  await expectStatus(shop, session, 'pending');
  const { text, withoutMail } = ORDERS.pending;
  expect((await showFor(session)).words).toContain(`${text} ${withoutMail}`);
});

test.each([
  {
    name: 'a partial refund',
    arrange: () => orderAfter(PAY, { action: 'refund', details: { amount: 100 } }),
  },
  {
    name: 'a bank payment settles',
    arrange: () => orderAfter(PAY_BY_BANK, { action: 'settle', details: { outcome: 'succeeded' } }),
  },
  {
    name: 'the owner lifts a block',
    arrange: async () => {
      const session = await orderAfter(PAY);
      await decide(session, 'blocked');
      await decide(session, 'open');
      return session;
    },
  },
])('serves the file after $name', async ({ arrange }) => {
  const session = await arrange();
  await expectStatus(shop, session, 'paid');
  const { links } = await showFor(session);
  expect(links).toHaveLength(1);
  expect((await shop.call(links[0] ?? '')).status).toBe(200);
});

describe('while the record of one file is broken', () => {
  let bundle: string;
  let single: string;
  let record: unknown;
  beforeAll(async () => {
    bundle = await buy(shop, 'bundle');
    single = await buy(shop, GUIDE);
    record = await store.get(RECORD, { type: 'json' });
    await store.set(RECORD, '{}');
  });
  afterAll(() => store.setJSON(RECORD, record));
  beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

  test('links only to the intact files of a bundle', async () => {
    expect((await showFor(bundle)).links).toHaveLength(ACTIVE.length - 1);
  });

  test('logs the name of the store that has a broken record', async () => {
    await showFor(bundle);
    const lines = vi.mocked(console.error).mock.calls.map(([line]) => JSON.parse(line));
    expect(lines.map(({ service }) => service)).toEqual(['guides']);
  });

  test('says on the error page that the order is safe', async () => {
    const page = await showFor(single);
    expect(page).toMatchObject({ status: 503, heading: 'Download failed' });
    expect(page.words).toContain('Your order is safe');
  });

  test('returns 503 instead of a link to a file with a broken record', async () => {
    await expectProblem(await access(shop, 'guide-1', single), 503, 'temporarily_unavailable');
  });

  test('verifies a payment but returns no files if the record is broken', async () => {
    const verified = await shop.post('/api/verify-payment', { sessionId: single, files: true });
    const { status, files } = await verified.json();
    expect({ status, files }).toEqual({ status: 'paid', files: undefined });
  });
});

describe('after one file is deleted', () => {
  let session: string;
  let link: string;
  let record: unknown;
  beforeAll(async () => {
    session = await buy(shop, GUIDE);
    link = await linkTo(shop, 'guide-1', session);
    record = await store.get(RECORD, { type: 'json' });
    await store.delete(RECORD);
  });
  afterAll(() => store.setJSON(RECORD, record));

  test('returns 404 for an earlier link to a deleted file', async () => {
    await expectProblem(await shop.call(link), 404, 'file_not_found');
  });

  test('says that a deleted file is being prepared', async () => {
    const { heading, links } = await showFor(session);
    expect({ heading, links }).toEqual({ heading: ORDERS.preparing.heading, links: [] });
  });
});
