import { afterEach, describe, expect, test, vi } from 'vitest';
import { access, buy, verify } from '../shop/buying.ts';
import { bytesOf, linkTo, sha256, stored } from '../shop/downloading.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
/** The functions' own, which are loaded anew for a shop with other settings than the one before. */
const { openBlobs } = await import('../../netlify/clients/blobs.ts');
const FILE = 'Money-Smart-Kids-Ages-6-10.pdf';
const session = await buy(shop, 'individual_guide_6_10');
const link = await linkTo(shop, 'guide-1', session);

afterEach(() => {
  openBlobs({});
  shop.failBlobs('none');
});

const head = () => shop.call(link, { method: 'HEAD' });
const ASKS = [
  () => access(shop, 'guide-1', session),
  () => shop.call(link),
  head,
  () => shop.call(`/guide-download?session_id=${session}`, { method: 'POST' }),
];

/** The file comes whole again, by the link from before; the order never was in doubt. */
const expectNothingLost = async () => {
  expect(await verify(shop, session)).toMatchObject({ status: 'paid' });
  shop.failBlobs('none');
  expect(sha256(await bytesOf(await shop.call(link)))).toBe(sha256(await stored(FILE)));
};

test.each([
  // How often the store is asked for each question of a buyer; who is refused reaches nobody.
  { fault: 'refused', tries: 0, what: 'is down' },
  { fault: '429', tries: 2, what: 'turns callers away' },
  { fault: '500', tries: 2, what: 'fails' },
  // The whole time allowed is gone with the first try.
  { fault: 'slow', tries: 1, what: 'never answers' },
] as const)(
  'while the store of the guides $what, buyers hear that it is for now, and nothing is lost',
  async ({ fault, tries }) => {
    vi.spyOn(console, 'error').mockReturnValue();
    openBlobs({ times: { start: 300, stall: 300, write: 300, beforeRetry: 1 } });
    shop.failBlobs(fault);
    const before = shop.callsTo('blobs');
    const answers = await Promise.all(ASKS.map((ask) => ask()));
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    const told = await Promise.all(answers.map((answer) => answer.text()));
    expect(told.at(-1)).toContain('Your order is safe');
    expect(shop.callsTo('blobs') - before).toBe(4 * tries);
    await expectNothingLost();
  },
);

test.each(['refused', '429', '500'] as const)(
  'a store that fails once only (%s) is not noticed by the buyer',
  async (fault) => {
    for (const ask of ASKS) {
      const before = shop.callsTo('blobs');
      shop.failBlobs(fault, 1);
      const response = await ask();
      expect(response.status).toBe(200);
      expect(shop.callsTo('blobs') - before).toBe(2);
      await response.body?.cancel();
    }
  },
);

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
    expect((await head()).status).toBe(503);
    expect(shop.callsTo('blobs') - before).toBe(2);
    await expectNothingLost();
  });
});
