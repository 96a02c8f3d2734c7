import { beforeEach, expect, test, vi } from 'vitest';
import type { GuideFiles } from '../../src/contract/guide-files.ts';
import {
  aFile,
  FAULT,
  GOOD,
  guideWith,
  inspect,
  LOGGED_OUT,
  setUp,
  SHA256,
  sleep,
} from './upload-network.ts';

let shop: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  vi.useFakeTimers();
  shop = await setUp();
});

const failedWith = 'Upload failed / There was an error uploading the file.';
const incomplete = {
  status: 409,
  code: 'upload_incomplete',
  detail: 'Part 1 is missing.',
} as const;

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

test('a part that fails is sent again, with pauses that grow', async () => {
  await shop.choose();
  shop.faults.set('part 1', ['unreachable', FAULT, 'unreachable']);
  await shop.upload();
  expect(shop.sent).toEqual(['0:4', '1:4', '1:4', '1:4', '1:4', '2:2']);
  expect(shop.seen.filter((words) => words.startsWith('waiting'))).toEqual(
    [1, 2, 1, 4, 3, 2, 1].map((seconds) => `waiting ${seconds} s`),
  );
});

test('no pause is longer than half a minute, and where the shop says how long, that holds', async () => {
  await shop.choose();
  shop.faults.set('begin', Array(8).fill('unreachable'));
  shop.faults.set('publish', [{ status: 429, retryAfter: '3' }]);
  await shop.upload();
  const pauses = shop.seen.flatMap((words) => /^waiting (\d+)/.exec(words)?.[1] ?? []).map(Number);
  expect(Math.max(...pauses)).toBe(30);
  expect(pauses.slice(-3)).toEqual([3, 2, 1]);
});

test('a connection that comes back is used at once, and the pauses begin anew', async () => {
  await shop.choose();
  shop.faults.set('part 0', Array(3).fill('unreachable'));
  shop.duringPart(async () => {
    if (shop.sent.length === 3) shop.goOffline();
  });
  const done = shop.upload();
  await shop.until('offline');
  shop.comeOnline();
  await done;
  const since = shop.seen.slice(shop.seen.indexOf('offline'));
  expect(since.filter((words) => words.startsWith('waiting'))).toEqual(['waiting 1 s']);
  expect(shop.state().step).toBe('done');
});

test('an ended session waits for the login, and goes on with the same part', async () => {
  await shop.choose();
  shop.faults.set('part 1', [LOGGED_OUT]);
  shop.faults.set('publish', [LOGGED_OUT]);
  const done = shop.upload();
  await shop.until('logged-out');
  expect(shop.sent).toEqual(['0:4', '1:4']);
  shop.logIn();
  await shop.until('logged-out', 2);
  shop.logIn();
  await done;
  expect(shop.sent).toEqual(['0:4', '1:4', '1:4', '2:2']);
  expect(shop.state().step).toBe('done');
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
  await vi.waitUntil(() => inspect.mock.calls.length === 1);
  await shop.choose(aFile(1, 'Second.pdf'));
  first.resolve(GOOD);
  await slow;
  expect(shop.state()).toMatchObject({ file: { name: 'Second.pdf' } });
});

test('what the shop refuses is told, and may be tried again', async () => {
  await shop.choose();
  shop.faults.set('publish', [{ status: 422, code: 'pdf_broken', detail: 'It cannot be read.' }]);
  await shop.upload();
  const failed = { step: 'failed', reason: 'It cannot be read.', mayBeLive: false };
  expect(shop.state()).toMatchObject(failed);
  expect(shop.told).toEqual([failedWith]);
  await shop.upload();
  expect(shop.state().step).toBe('done');
});

test.each([
  [1, { step: 'done' }],
  [3, { step: 'failed', reason: incomplete.detail }],
])(
  'parts that are lost %i times before publishing are sent again, but not forever',
  async (times, end) => {
    await shop.choose();
    shop.faults.set(
      'publish',
      Array.from({ length: times }, () => incomplete),
    );
    await shop.upload();
    expect(shop.state()).toMatchObject(end);
  },
);

test('an answer that was lost after publishing costs no second upload', async () => {
  await shop.choose();
  shop.faults.set('publish', ['unreachable', incomplete]);
  shop.guides.push(guideWith({}));
  await shop.upload();
  const result = { product: 'guide-1', fileName: 'Guide.pdf', size: 10, sha256: SHA256 };
  expect(shop.state()).toMatchObject({ step: 'done', result });
  expect(shop.sent).toHaveLength(3);
});

const live = guideWith({});
test.each<[string, string, GuideFiles]>([
  ['is done where buyers get it', 'done', live],
  ['has failed where they get another', 'failed', guideWith({ sha256: 'b'.repeat(64) })],
  ['has failed where they get a sample', 'failed', guideWith({ isSample: true })],
  ['has failed where they get none', 'failed', { ...live, current: null }],
  ['has failed where it is that of another product', 'failed', { ...live, id: 'guide-2' }],
])('a file that the shop fails to publish five times %s', async (_where, step, guide) => {
  await shop.choose();
  shop.faults.set('part 1', Array(7).fill(FAULT));
  const { faults, seen, sent } = shop;
  faults.set('publish', [FAULT, 'unreachable', FAULT, FAULT, 'unreachable', FAULT, FAULT]);
  shop.guides.push(guide);
  await shop.upload();
  expect(seen.filter((words) => words === 'publishing 10')).toHaveLength(7);
  expect(shop.state().step).toBe(step);
  if (step === 'done') return;
  expect(shop.state()).toMatchObject({ mayBeLive: true });
  expect(shop.told).toEqual([failedWith]);
  const sentBefore = sent.length;
  await shop.upload();
  expect(shop.state().step).toBe('done');
  expect(sent).toHaveLength(sentBefore);
});

test('while offline nothing is given up, and what may be live already is not canceled', async () => {
  await shop.choose();
  shop.faults.set('publish', Array(9).fill('unreachable'));
  const done = shop.upload();
  await shop.until('publishing 10', 3);
  shop.goOffline();
  await shop.until('offline');
  expect(shop.state()).toMatchObject({ step: 'waiting', mayBeLive: true });
  shop.cancelUpload();
  expect(shop.state().step).toBe('waiting');
  shop.comeOnline();
  await done;
  expect(shop.state().step).toBe('done');
  expect(shop.seen).not.toContain('canceled 10');
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
