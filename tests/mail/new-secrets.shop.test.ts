import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findCurrentEdition } from '../../netlify/guides/guide-store.ts';
import { runHere } from '../commands/run-command.ts';
import { productOf } from '../catalog.ts';
import { control, setFaults } from '../shop/buying.ts';
import { linkTo, putEdition } from '../shop/downloading.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';
import { ownerClient, ownerHeaders } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { loadFunctions } from '../shop/routes.ts';
import { jsonPost } from '../shop/shop.ts';
import { ordersIn } from '../shop/stored.ts';
import { subjectOf } from '../shop/templates.ts';

const GUIDE = productOf('guide-1');
const NEW_SECRET = 'another signing secret of the tests, long enough';

const shop = await openMailShop();

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T18:00:00Z') });
  await shop.empty();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.resetModules();
});

type Secrets = Readonly<Partial<Record<'SIGNING_SECRET' | 'BUYER_SECRET', string>>>;

/** Sets secrets. Settings are read only once, so the next import must load new modules. */
const setSecrets = (secrets: Secrets): void => {
  for (const [name, value] of Object.entries(secrets)) vi.stubEnv(name, value);
  vi.resetModules();
};

/** Loads the shop again with other secrets and the same stores. */
const redeployWith = async (secrets: Secrets) => {
  setSecrets(secrets);
  const handle = await loadFunctions();
  const call = (path: string, init?: RequestInit) =>
    handle(new Request(new URL(path, shop.siteUrl), init));
  const post = (path: string, body: unknown, headers?: HeadersInit) =>
    call(path, jsonPost(body, headers));
  return { call, post };
};

/** The buyer's hash in Redis, and the token in the unsubscribe link in the buyer's emails. */
const tracesOfBuyer = async (secrets: Secrets) => {
  setSecrets(secrets);
  const { buyerHash } = await import('../../netlify/shop/buyer-hash.ts');
  const { unsubscribeLink } = await import('../../netlify/mail/unsubscribe.ts');
  const hash = buyerHash('parent@example.com');
  return { hash, token: new URL(unsubscribeLink(hash)).searchParams.get('token') };
};

const SECRET = 'signing secret kept by the tests';
/** What every earlier version of the shop stored and sent for this buyer and this secret. */
const STORED_HASH = 'a892e491d2096794e08454bb55395647';
const SENT_TOKEN = `${STORED_HASH}7c25da5fc8b490993d8d9c4ba95ed5b9`;

test('derives buyer hashes and unsubscribe tokens from SIGNING_SECRET if BUYER_SECRET is not set', async () => {
  const traces = await tracesOfBuyer({ SIGNING_SECRET: SECRET, BUYER_SECRET: '' });
  expect(traces).toEqual({ hash: STORED_HASH, token: SENT_TOKEN });
});

test('keeps buyer hashes and unsubscribe tokens if BUYER_SECRET is the previous SIGNING_SECRET', async () => {
  const traces = await tracesOfBuyer({ SIGNING_SECRET: NEW_SECRET, BUYER_SECRET: SECRET });
  expect(traces).toEqual({ hash: STORED_HASH, token: SENT_TOKEN });
});

describe('after SIGNING_SECRET has changed', () => {
  const SUBJECT = subjectOf('new-edition', GUIDE.name);

  const announcements = async () =>
    (await shop.inbox()).filter(({ subject }) => subject === SUBJECT);

  /** Announces a new edition of the guide, and sends all of its emails. */
  const announceEdition = async (to: Parameters<typeof ownerClient>[0]): Promise<void> => {
    pass(1);
    await putEdition({ bytes: new TextEncoder().encode(`Edition of ${Date.now()}`) });
    const edition = (await findCurrentEdition(GUIDE.files[0].name))?.id;
    const owner = await ownerClient(to);
    const announce = (body: object) => owner.post('/api/admin/guides/guide-1/announce', body);
    const { preview } = await (await announce({ action: 'preview', edition, changes: '' })).json();
    await announce({ action: 'begin', preview });
    await to.post('/.netlify/functions/jobs', {});
  };

  /** The path of the unsubscribe link in a buyer's announcement. */
  const unsubscribePathOf = async (email: string): Promise<string> => {
    const mail = (await announcements()).find(({ to }) => to === email);
    return mail?.headers['List-Unsubscribe']?.slice(1, -1).replace(shop.siteUrl, '') ?? '';
  };

  test('announces the next edition once to subscribed buyers after a new SIGNING_SECRET and a rebuild', async () => {
    await shop.buyAs('gone@example.com', GUIDE.product_type);
    await shop.buyAs('stays@example.com', GUIDE.product_type);
    await announceEdition(shop);
    await shop.call(await unsubscribePathOf('gone@example.com'), { method: 'POST' });

    const redeployed = await redeployWith({ SIGNING_SECRET: NEW_SECRET });
    const { run: rebuild } = await import('../../netlify/commands/rebuild.ts');
    expect(await runHere(rebuild, { args: ['--context=dev'] })).toMatchObject({ code: 0 });
    await announceEdition(redeployed);

    const recipients = (await announcements()).map(({ to }) => to);
    expect(recipients.toSorted()).toEqual([
      'gone@example.com',
      'stays@example.com',
      'stays@example.com',
    ]);
  });

  test('accepts an unsubscribe link that was sent before SIGNING_SECRET changed', async () => {
    await shop.buyAs('parent@example.com', GUIDE.product_type);
    await announceEdition(shop);
    const path = await unsubscribePathOf('parent@example.com');
    const redeployed = await redeployWith({ SIGNING_SECRET: NEW_SECRET });
    expect((await redeployed.call(path, { method: 'POST' })).status).toBe(200);
  });

  test('ends the owner’s session when SIGNING_SECRET changes', async () => {
    const headers = await ownerHeaders(shop);
    expect((await shop.call('/api/admin/session', { headers })).status).toBe(200);
    const redeployed = await redeployWith({ SIGNING_SECRET: NEW_SECRET });
    const response = await redeployed.call('/api/admin/session', { headers });
    await expectProblem(response, 401, 'not_logged_in');
  });

  test('refuses a download link that was created before SIGNING_SECRET changed', async () => {
    const session = await shop.buyAs('parent@example.com', GUIDE.product_type);
    const link = await linkTo(shop, GUIDE.id, session);
    const redeployed = await redeployWith({ SIGNING_SECRET: NEW_SECRET });
    expect((await shop.call(link)).status).toBe(200);
    expect((await redeployed.call(link)).status).toBe(403);
  });
});

const NEW_BUYER_SECRET = { BUYER_SECRET: NEW_SECRET };

const runRebuild = async (secrets: Secrets, ...args: string[]) => {
  setSecrets(secrets);
  const { run } = await import('../../netlify/commands/rebuild.ts');
  return runHere(run, { args: ['--context=dev', ...args] });
};

const hashesOf = async (email: string): Promise<{ before: string; after: string }> => {
  const { buyerHash } = await import('../../netlify/shop/buyer-hash.ts');
  return { before: buyerHash(email), after: buyerHash(email, NEW_SECRET) };
};

describe('after BUYER_SECRET has changed', () => {
  test('refuses a rebuild and changes nothing if BUYER_SECRET has changed', async () => {
    await shop.buyAs('parent@example.com', GUIDE.product_type);
    const stored = await ordersIn(shop.redis);
    const { code, err } = await runRebuild(NEW_BUYER_SECRET);
    expect(code).toBe(1);
    expect(err).toContain('different buyer secret');
    expect(await ordersIn(shop.redis)).toEqual(stored);
  });

  test('replaces the buyers’ hashes in a rebuild with --new-buyer-secret', async () => {
    const { before, after } = await hashesOf('parent@example.com');
    await shop.buyAs('parent@example.com', GUIDE.product_type);
    await shop.buyAs('parent@example.com', 'bundle');
    await shop.redis.sadd('unsubscribed:dev', before);
    const { code } = await runRebuild(NEW_BUYER_SECRET, '--new-buyer-secret');
    expect(code).toBe(0);
    expect(JSON.stringify(await ordersIn(shop.redis))).not.toContain(before);
    expect(await shop.redis.zcard(`buyer:dev:${after}`)).toBe(2);
    expect(await shop.redis.smembers('unsubscribed:dev')).toEqual([after]);
  });

  test('keeps a buyer unsubscribed if an order is saved after BUYER_SECRET has changed', async () => {
    const { before, after } = await hashesOf('parent@example.com');
    const session = await shop.buyAs('parent@example.com', GUIDE.product_type);
    await shop.buyAs('parent@example.com', 'bundle');
    await shop.redis.sadd('unsubscribed:dev', before);
    const redeployed = await redeployWith(NEW_BUYER_SECRET);
    // Only the redeployed shop processes the refund.
    await setFaults(shop, { webhooks: { hold: true } });
    await control(shop, 'refund', { session });
    await redeployed.post('/.netlify/functions/jobs', {});
    const unsubscribed = await shop.redis.smembers('unsubscribed:dev');
    expect(unsubscribed.toSorted()).toEqual([before, after].toSorted());
    expect(await shop.redis.zrange(`buyer:dev:${before}`, 0, -1)).not.toContain(session);
  });

  test('reports a changed BUYER_SECRET as a fault in /api/health', async () => {
    await shop.buyAs('parent@example.com', GUIDE.product_type);
    const redeployed = await redeployWith(NEW_BUYER_SECRET);
    const owner = await ownerClient(redeployed);
    const { checks } = await (await owner.call('/api/health')).json();
    const check = checks.find(({ about }: { about: string }) => about === 'Buyer secret');
    expect(check).toMatchObject({ state: 'fault' });
  });
});
