import { afterEach, describe, expect, test } from 'vitest';
import { openBlobs } from '../../netlify/clients/blobs.ts';
import { openGuide } from '../../netlify/guides/blobs-guides.ts';
import { access, buy, verify } from '../shop/buying.ts';
import { bytesOf, linkTo, sha256, stored } from '../shop/downloading.ts';
import { openGuideStore } from '../shop/guide-store.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const FILE = 'Money-Smart-Kids-Ages-6-10.pdf';
const session = await buy(shop, 'individual_guide_6_10');
const link = await linkTo(shop, 'guide-1', session);

afterEach(() => shop.failBlobs('none'));

const head = () => shop.call(link, { method: 'HEAD' });
const page = () => shop.call(`/guide-download?session_id=${session}`, { method: 'POST' });

const expectSafeOrder = async (response: Response) => {
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('Your order is safe');
};

/** The file comes whole again, by the link from before; the order never was in doubt. */
const expectNothingLost = async () => {
  expect(await verify(shop, session)).toMatchObject({ status: 'paid' });
  shop.failBlobs('none');
  const response = await shop.call(link);
  expect(sha256(await bytesOf(response))).toBe(sha256(await stored(FILE)));
};

describe.each([
  // How often the store is asked for each question of a buyer; who is refused reaches nobody.
  { fault: 'refused', tries: 0, what: 'is down' },
  { fault: '429', tries: 2, what: 'turns callers away' },
  { fault: '500', tries: 2, what: 'fails' },
  // The whole time allowed is gone with the first try.
  { fault: 'slow', tries: 1, what: 'never answers' },
] as const)('while the store of the guides $what', ({ fault, tries }) => {
  test('the buyer hears that it is for now, the shop asks once more, and nothing is lost', async () => {
    shop.failBlobs(fault);
    const before = shop.callsTo('blobs');
    await Promise.all([
      access(shop, 'guide-1', session).then((it) =>
        expectProblem(it, 503, 'temporarily_unavailable'),
      ),
      shop.call(link).then((it) => expectProblem(it, 503, 'temporarily_unavailable')),
      head().then((it) => expectProblem(it, 503, 'temporarily_unavailable')),
      page().then(expectSafeOrder),
    ]);
    expect(shop.callsTo('blobs') - before).toBe(4 * tries);
    await expectNothingLost();
  });
});

describe('a store that breaks off in the middle of an answer', () => {
  test('leaves the buyer with a part, over the wire too, that a range completes', async () => {
    shop.failBlobs('cut');
    const { body, headers } = await fetch(shop.siteUrl + link);
    const received: Uint8Array[] = [];
    const readAll = async () => {
      for await (const chunk of body ?? []) received.push(chunk);
    };
    await expect(readAll()).rejects.toThrow('terminated');
    shop.failBlobs('none');
    const part = Buffer.concat(received);
    expect(part.length).toBeGreaterThan(0);
    const rest = await fetch(shop.siteUrl + link, {
      headers: { range: `bytes=${part.length}-`, 'if-range': headers.get('etag') ?? '' },
    });
    expect(rest.status).toBe(206);
    const whole = Buffer.concat([part, await bytesOf(rest)]);
    expect(sha256(whole)).toBe(sha256(await stored(FILE)));
  });

  test('is asked once more where not even the head of its answer came', async () => {
    shop.failBlobs('cut');
    const before = shop.callsTo('blobs');
    await expectProblem(await head(), 503, 'temporarily_unavailable');
    expect(shop.callsTo('blobs') - before).toBe(2);
    await expectNothingLost();
  });
});

test.each(['refused', '429', '500'] as const)(
  'a store that fails once only (%s) is not noticed by the buyer',
  async (fault) => {
    for (const ask of [() => shop.call(link), head, page, () => access(shop, 'guide-1', session)]) {
      const before = shop.callsTo('blobs');
      shop.failBlobs(fault, 1);
      const response = await ask();
      expect(response.status).toBe(200);
      expect(shop.callsTo('blobs') - before).toBe(2);
      await response.body?.cancel();
    }
  },
);

const openStream = async (stall: number) => {
  openBlobs({ times: { start: 5000, stall, write: 5000, beforeRetry: 1 } });
  const guide = await openGuide(FILE);
  return new Response(guide?.body);
};

describe('a stream of the store', () => {
  const size = 1_000_000;
  afterEach(() => openBlobs({}));

  test('that falls silent is given up', async () => {
    await openGuideStore({ size, stalls: size / 2 });
    await expect((await openStream(100)).arrayBuffer()).rejects.toThrow('no byte in time');
  });

  test('is not given up because its reader is slow', async () => {
    await openGuideStore({ size });
    const reader = (await openStream(1000)).body?.getReader();
    let received = 0;
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      if (received === 0) await new Promise((resolve) => setTimeout(resolve, 1500));
      received += part.value.byteLength;
    }
    expect(received).toBe(size);
  });

  test.each([
    ['fewer', size - 1],
    ['more', size + 1],
  ])('that brings %s bytes than the guide has is an error, not an end', async (_, ends) => {
    await openGuideStore({ size, ends });
    await expect((await openStream(1000)).arrayBuffer()).rejects.toThrow('another length');
  });
});
