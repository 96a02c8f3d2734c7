import { getStore } from '@netlify/blobs';
import { afterEach, expect, test, vi } from 'vitest';
import { restoreEdition } from '../../netlify/guides/editions.ts';
import { byDepth } from '../depth.ts';
import { sha256, stored, storedEdition } from '../shop/downloading.ts';
import { putEdition } from '../shop/editions.ts';
import { GUIDE, ownerClient } from '../shop/owner.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

let count = 0;
/** What is in a file matters only to the check before this. */
const newGuide = () => new Uint8Array(Buffer.from(`Guide ${(count += 1)}`));

const publish = (bytes: Uint8Array<ArrayBuffer>, name = 'My guide.pdf'): Promise<boolean> =>
  putEdition({ bytes, name });

const publishNew = async (): Promise<string> => {
  const bytes = newGuide();
  expect(await publish(bytes)).toBe(true);
  return sha256(bytes);
};

const countKept = async (): Promise<number> => {
  const { blobs } = await getStore('guides-dev').list({ prefix: `${GUIDE.fileName}/` });
  return blobs.filter(({ key }) => key.endsWith('.pdf')).length;
};

/** The editions that the owner sees, the current one first. Each is there, whole, and once. */
const wholeEditions = async () => {
  const { current, earlier } = await owner.files();
  if (!current || current.isSample) throw new Error('no edition is current');
  const editions = [current, ...earlier];
  expect(sha256(await stored(GUIDE.fileName))).toBe(current.sha256);
  const kept = await Promise.all(editions.map(({ id }) => storedEdition(GUIDE.fileName, id)));
  expect(kept.map(sha256)).toEqual(editions.map(({ sha256: hash }) => hash));
  expect(new Set(editions.map(({ id }) => id)).size).toBe(editions.length);
  return editions;
};

const hashes = async (): Promise<string[]> =>
  (await wholeEditions()).map(({ sha256: hash }) => hash);

const failed = new TypeError('fetch failed');
type Meet = (call: number, send: () => Promise<Response>, request: Request) => Promise<Response>;

/** Lets `meet` answer every call of the store. Returns the function that ends it and counts them. */
const meetCalls = (meet: Meet) => {
  const outside = globalThis.fetch;
  let calls = 0;
  const spy = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation((input, init) =>
      meet(calls++, () => outside(input, init), new Request(input, { ...init, body: null })),
    );
  return () => {
    spy.mockRestore();
    return calls;
  };
};

const MEETINGS = [
  ['publishes', 'the process ends before'],
  ['publishes', 'another owner uploads before'],
  ['restores', 'another owner uploads before'],
  ['publishes', 'the answer is lost of'],
  ['publishes', 'another owner uploads the same before'],
  ['restores', 'the process ends before'],
] as const;

test.each(MEETINGS.slice(0, byDepth(4, 6)))(
  'no edition is lost while an owner %s and %s any call',
  async (act, what) => {
    vi.spyOn(console, 'error').mockReturnValue();
    let [at, isMet] = [0, true];
    for (; isMet; at += byDepth(3, 1)) {
      const [old, recent] = [await publishNew(), await publishNew()];
      const mine = newGuide();
      const rival = what.includes('the same') ? mine : newGuide();
      const [earlier] = (await owner.files()).earlier;
      const rivals: string[] = [];
      const end = meetCalls(async (call, send) => {
        if (what === 'the process ends before' && call >= at) throw failed;
        if (what.startsWith('another owner') && call === at) {
          rivals.push(sha256(rival));
          await publish(rival);
        }
        const answer = await send();
        if (what === 'the answer is lost of' && call === at) throw failed;
        return answer;
      });
      const acted =
        act === 'publishes' ? publish(mine) : restoreEdition(GUIDE.fileName, earlier?.id ?? '');
      const isDone = await acted.catch(() => false);
      isMet = end() > at;
      const wanted = act === 'publishes' ? sha256(mine) : old;
      const [current = ''] = await hashes();
      expect(isDone ? [wanted, ...rivals] : [wanted, recent, ...rivals]).toContain(current);
      // Whatever buyers got is kept, also where nobody was told of it.
      const next = await publishNew();
      expect(await hashes()).toEqual(
        expect.arrayContaining([next, current, recent, old, ...rivals]),
      );
      await publish(mine);
      expect(sha256(await stored(GUIDE.fileName))).toBe(sha256(mine));
    }
    expect(at).toBeGreaterThan(2);
  },
);

/** Publishes while the store takes no new record. */
const failToPublish = async (bytes: Uint8Array<ArrayBuffer>, name?: string): Promise<void> => {
  const end = meetCalls(async (_call, send, { method, url }) => {
    if (method === 'PUT' && url.endsWith('record.json')) throw failed;
    return send();
  });
  await expect(publish(bytes, name)).rejects.toThrow(/unavailable/i);
  end();
};

test('an edition becomes current by one write of the record, after its bytes are stored', async () => {
  const before = await owner.files();
  const writes: string[] = [];
  const end = meetCalls(async (_call, send, { method, url }) => {
    const key = decodeURIComponent(url).split('/').at(-1) ?? '';
    if (method === 'PUT') writes.push(key.replace(/^[-\da-f]{36}/, 'id'));
    return send();
  });
  await publish(newGuide());
  end();
  expect(writes).toEqual(['id.pdf', 'record.json']);
  await failToPublish(newGuide());
  expect((await owner.files()).earlier[0]?.id).toBe(
    before.current && 'id' in before.current ? before.current.id : '',
  );
});

test('five earlier editions are kept, and no failed upload takes the place of one', async () => {
  for (let n = 0; n < 7; n += 1) await publishNew();
  const [before, keptBefore] = [await hashes(), await countKept()];
  expect(before).toHaveLength(6);
  for (let n = 0; n < 3; n += 1) await failToPublish(newGuide());
  expect(await hashes()).toEqual(before);
  const newest = await publishNew();
  expect(await hashes()).toEqual([newest, ...before.slice(0, 5)]);
  expect(await countKept()).toBe(keptBefore + 3);
});

test('the same bytes again change nothing', async () => {
  const bytes = newGuide();
  await publish(bytes);
  const before = await owner.files();
  expect(await publish(bytes, 'Another name.pdf')).toBe(false);
  expect(await owner.files()).toEqual(before);
});

test('an earlier edition that is uploaded again is current again, as it was uploaded last', async () => {
  const bytes = newGuide();
  await publish(bytes, 'First.pdf');
  const other = await publishNew();
  const before = await owner.files();
  await failToPublish(bytes, 'Failed.pdf');
  expect(await owner.files()).toEqual(before);
  expect(await publish(bytes, 'Second.pdf')).toBe(true);
  const [current, earlier] = await wholeEditions();
  expect(current).toMatchObject({ id: before.earlier[0]?.id, uploadedAs: 'Second.pdf' });
  expect(earlier?.sha256).toBe(other);
});
