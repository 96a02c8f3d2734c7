import { beforeEach, expect, test, vi } from 'vitest';
import { aFile, GOOD, inspect, setUp, SHA256, sleep } from './upload-network.ts';

let shop: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  vi.useFakeTimers();
  shop = await setUp();
});

test('a file is checked, sent in parts one after another, and published', async () => {
  await shop.choose();
  await shop.upload();
  expect(shop.sent).toEqual(['0:4', '1:4', '2:2']);
  expect(shop.seen).toEqual([
    'checking',
    'ready',
    ...[0, 2, 4, 6, 8, 9, 10].map((bytes) => `uploading ${bytes}`),
    'publishing 10',
    'done 10',
  ]);
  expect(shop.told).toEqual(['Upload successful']);
  expect(shop.state()).toMatchObject({ step: 'done', result: { product: 'guide-1' } });
});

const NOT_PDF = 'Please upload a PDF file.';
test.each([
  ['pdf_encrypted', 'It is encrypted.', []],
  ['file_not_pdf', NOT_PDF, [`Invalid file type / ${NOT_PDF}`]],
] as const)(
  'a file refused as %s is told with its reason, and not sent',
  async (code, reason, told) => {
    inspect.mockResolvedValue({ refusal: { code, reason } });
    await shop.choose();
    await shop.upload();
    expect(shop.state()).toMatchObject({ step: 'refused', reason });
    expect([shop.sent, shop.told]).toEqual([[], told]);
  },
);

test('a file that this browser cannot look into is not sent', async () => {
  inspect.mockRejectedValue(new Error('no memory'));
  await shop.choose();
  expect(shop.state()).toMatchObject({ step: 'refused', reason: /could not look into/ });
});

test('nothing starts before somebody has said for which product the file is', async () => {
  await shop.choose(aFile(10, 'Draft 7.pdf'));
  await shop.upload();
  expect([shop.state().step, shop.sent]).toEqual(['ready', []]);
  shop.chooseProduct('guide-3');
  await shop.upload();
  expect(shop.state()).toMatchObject({ step: 'done', result: { product: 'guide-3' } });
});

test('cancel stops at once and keeps what is there; resume sends only the rest', async () => {
  await shop.choose();
  shop.duringPart(async (number) => {
    if (number === 1 && shop.sent.length === 2) shop.cancelUpload();
  });
  await shop.upload();
  expect(shop.state()).toMatchObject({ step: 'canceled', sentBytes: 6 });
  expect(shop.sent).toEqual(['0:4', '1:4']);
  await shop.upload();
  expect(shop.sent.slice(2)).toEqual(['1:4', '2:2']);
  expect(shop.told).toEqual(['Upload successful']);
});

test('a file that is chosen again on a fresh page goes on where it stopped', async () => {
  await shop.choose();
  shop.kept.set(`guide-1.${SHA256}`, new Set([0, 2]));
  await shop.upload();
  expect(shop.sent).toEqual(['1:4']);
  expect(shop.seen).toContain('uploading 6');
});

test('discarding lets the shop forget the parts', async () => {
  await shop.choose();
  shop.duringPart(async (number) => {
    if (number === 1) shop.cancelUpload();
  });
  await shop.upload();
  expect(shop.kept.size).toBe(1);
  await shop.discardFile();
  expect([shop.state().step, shop.kept.size]).toEqual(['idle', 0]);
});

test('a second file takes the place of the first, whose parts stay, and which says nothing more', async () => {
  await shop.choose();
  let second: Promise<void> | undefined;
  shop.duringPart(async (number) => {
    if (number === 1) second = shop.choose(aFile(4, 'Other.pdf'));
  });
  await shop.upload();
  await second;
  expect(shop.state()).toMatchObject({ step: 'ready', file: { name: 'Other.pdf' } });
  expect(shop.seen.slice(shop.seen.indexOf('checking', 1))).toEqual(['checking', 'ready']);
  expect([...shop.kept.values()]).toEqual([new Set([0])]);
  expect(shop.told).toEqual([]);
});

const isAborted = ([, { aborted }]: Parameters<typeof inspect>) => aborted;

test('the first page is drawn on while the file is on its way, until another is chosen', async () => {
  await shop.choose();
  await shop.upload();
  expect(inspect.mock.calls.map(isAborted)).toEqual([false]);
  await shop.choose(aFile(4, 'Other.pdf'));
  expect(inspect.mock.calls.map(isAborted)).toEqual([true, false]);
});

test('of two files chosen at once the later one stays, however long the check of the first takes', async () => {
  const first = Promise.withResolvers<typeof GOOD>();
  inspect.mockReturnValueOnce(first.promise);
  const slow = shop.choose(aFile(1, 'First.pdf'));
  await vi.waitUntil(() => inspect.mock.calls.length === 1, { timeout: 120_000 });
  await shop.choose(aFile(1, 'Second.pdf'));
  first.resolve(GOOD);
  await slow;
  expect(shop.state()).toMatchObject({ file: { name: 'Second.pdf' } });
});

test('the rest time is known after a second, follows the speed, and is unknown while nothing moves', async () => {
  await shop.choose(aFile(160));
  const rest: (readonly [sentBytes: number, seconds: number | null])[] = [];
  shop.uploadState.subscribe(() => {
    const now = shop.state();
    if (now.step === 'uploading') rest.push([now.sentBytes, now.remainingSeconds]);
  });
  // 4 bytes a second, but ten times as slow before the seventh part.
  shop.duringPart(async (number, tell) => {
    if (number === 0) await sleep(1000);
    if (number === 0) tell(0);
    if (number < 6) await sleep(9000);
  });
  await shop.upload();
  expect(rest[0]).toEqual([0, null]);
  expect(rest.findLast(([sentBytes]) => sentBytes === 0)).toEqual([0, null]);
  expect(rest.find(([sentBytes]) => sentBytes === 20)).toEqual([20, 350]);
  expect(rest.find(([sentBytes]) => sentBytes === 100)).toEqual([100, 15]);
  expect(rest.at(-1)).toEqual([160, 0]);
});
