import { getStore } from '@netlify/blobs';
import { afterEach, expect, test, vi } from 'vitest';
import { restoreEdition } from '../../netlify/guides/editions.ts';
import { byDepth } from '../depth.ts';
import { sha256, stored } from '../shop/downloading.ts';
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

const publish = (bytes: Uint8Array<ArrayBuffer>, name?: string): Promise<boolean> =>
  putEdition({ bytes, ...(name && { name }) });

const publishNew = async (): Promise<string> => {
  const bytes = newGuide();
  expect(await publish(bytes)).toBe(true);
  return sha256(bytes);
};

const folder = `editions/${GUIDE.fileName}/`;
const countKept = async (): Promise<number> =>
  (await getStore('guides-dev').list({ prefix: folder })).blobs.length;

/** The editions that the owner sees, the current one first. Each is there, whole, and once. */
const wholeEditions = async () => {
  const { current, earlier } = await owner.files();
  if (!current || current.isSample) throw new Error('no edition is current');
  const editions = [current, ...earlier];
  expect(sha256(await stored(GUIDE.fileName))).toBe(current.sha256);
  const kept = await Promise.all(editions.map(({ id }) => stored(folder + id)));
  expect(kept.map(sha256)).toEqual(editions.map(({ sha256: hash }) => hash));
  expect(new Set(editions.map(({ id }) => id)).size).toBe(editions.length);
  return editions;
};

const hashes = async (): Promise<string[]> =>
  (await wholeEditions()).map(({ sha256: hash }) => hash);

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

const failed = new TypeError('fetch failed');

test.each([
  ['the process ends before', (at: number, call: number) => call >= at, false],
  ['the answer is lost of', (at: number, call: number) => call === at, true],
] as const)(
  'when %s any call of a publish, one edition is current and none is lost',
  async (_what, fails, isDone) => {
    vi.spyOn(console, 'error').mockReturnValue();
    let [at, isMet] = [0, true];
    for (; isMet; at += byDepth(3, 1)) {
      const old = await publishNew();
      const bytes = newGuide();
      const end = meetCalls(async (call, send) => {
        if (!fails(at, call)) return send();
        if (isDone) await send();
        throw failed;
      });
      const isPublished = await publish(bytes).catch(() => false);
      isMet = end() > at;
      const [current = ''] = await hashes();
      expect(isPublished ? [sha256(bytes)] : [old, sha256(bytes)]).toContain(current);
      // Whatever buyers got is kept, also where nobody was told of it.
      const next = await publishNew();
      expect(await hashes()).toEqual(expect.arrayContaining([next, old, current]));
      await publish(bytes);
      expect((await hashes())[0]).toBe(sha256(bytes));
    }
    expect(at).toBeGreaterThan(5);
  },
);

/** Publishes while the store takes no new current file. */
const failToPublish = async (bytes: Uint8Array<ArrayBuffer>, name?: string): Promise<void> => {
  const end = meetCalls(async (_call, send, { method, url }) => {
    if (method === 'PUT' && url.endsWith(`guides-dev/${GUIDE.fileName}`)) throw failed;
    return send();
  });
  await expect(publish(bytes, name)).rejects.toThrow(/unavailable/i);
  end();
};

test('however many publishes fail, no edition that buyers got makes room for them', async () => {
  for (let n = 0; n < 11; n += 1) await publishNew();
  const [before, keptBefore] = [await hashes(), await countKept()];
  const bytes = newGuide();
  for (let n = 0; n < 11; n += 1) await failToPublish(bytes);
  expect(await countKept()).toBe(keptBefore + 1);
  for (let n = 0; n < 11; n += 1) await failToPublish(newGuide());
  expect(await hashes()).toEqual(before);
  expect(await publish(bytes)).toBe(true);
  expect(await hashes()).toEqual([sha256(bytes), ...before.slice(0, 10)]);

  // Those that never were current leave nothing behind after an hour.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3601 * 1000 });
  await publishNew();
  expect(await countKept()).toBe((await hashes()).length);
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

/** Acts, with a rival's act before the call of that number. Returns false where there are not so many. */
const actWithRival = async (
  at: number,
  act: () => Promise<boolean>,
  rival: () => Promise<boolean>,
): Promise<boolean> => {
  let hasRival = false;
  const end = meetCalls(async (call, send) => {
    if (call === at) {
      hasRival = true;
      await rival();
    }
    return send();
  });
  await act();
  end();
  return hasRival;
};

test.each(['publishes', 'publishes the same as the other', 'restores'])(
  'while an owner %s, another upload before any call leaves both whole, and either is current',
  async (what) => {
    let [at, hasRival] = [0, true];
    for (; hasRival; at += byDepth(2, 1)) {
      await publishNew();
      const mine = newGuide();
      const rival = what === 'publishes the same as the other' ? mine : newGuide();
      const [, earlier] = await wholeEditions();
      const [act, hash] =
        what === 'restores' && earlier
          ? [() => restoreEdition(GUIDE.fileName, earlier.id), earlier.sha256]
          : [() => publish(mine), sha256(mine)];
      hasRival = await actWithRival(at, act, () => publish(rival));
      const both = hasRival ? [hash, sha256(rival)] : [hash];
      expect(both).toContain((await hashes())[0]);
      expect(await hashes()).toEqual(expect.arrayContaining(both));
    }
    expect(at).toBeGreaterThan(5);
  },
);

test('what is restored is current then, also where it was just replaced', async () => {
  const old = await publishNew();
  const [current] = await wholeEditions();
  const rival = newGuide();
  // The first call reads what is current: the very edition that is asked for.
  await actWithRival(
    1,
    () => restoreEdition(GUIDE.fileName, current?.id ?? ''),
    () => publish(rival),
  );
  expect((await hashes()).slice(0, 2)).toEqual([old, sha256(rival)]);
});

test('of publishes at the same moment one wins whole, and none is lost', async () => {
  const guides = Array.from({ length: 4 }, newGuide);
  await Promise.all(guides.map((bytes) => publish(bytes)));
  const expected = guides.map(sha256);
  const [current, ...others] = await hashes();
  expect(expected).toContain(current);
  expect([current, ...others]).toEqual(expect.arrayContaining(expected));
});
