import { beforeEach, expect, test, vi } from 'vitest';
import type { GuideFiles } from '../../src/contract/guide-files.ts';
import { FAULT, guideWith, setUp, SHA256, sleep } from './upload-network.ts';

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
  const waits = [3, 2, 1].map((seconds) => `waiting ${seconds} s`);
  const end = ['publishing 10', ...waits, 'publishing 10', 'done 10'];
  expect(shop.seen.slice(shop.seen.indexOf('publishing 10'))).toEqual(end);
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
  // Publishing once more would be refused.
  shop.faults.set('publish', ['unreachable', incomplete, { status: 422 }]);
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

/** How long the upload has been stuck and not, second by second: `-` and `S`. */
const watchStuck = async (seconds: number): Promise<string> => {
  let words = '';
  for (let second = 0; second < seconds; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    const state = shop.state();
    words += 'isStuck' in state && state.isStuck ? 'S' : '-';
  }
  return words;
};

test('an upload whose parts fail is stuck after ten seconds, until one arrives', async () => {
  await shop.choose();
  shop.faults.set('part 1', Array(5).fill(FAULT));
  void shop.startUpload();
  // Part 0 takes a second, each try of part 1 half a one, and the pauses between are 1, 2, 4, 8, 16 s.
  await shop.until('waiting 1 s');
  expect(await watchStuck(9)).toBe('---------');
  expect(await watchStuck(22)).toBe('S'.repeat(22));
  await shop.until('uploading 8');
  await shop.until('uploading 9');
  expect(shop.state()).toMatchObject({ isStuck: false });
  await shop.until('done 10');
});

test('so is one that has no answer at all for twenty seconds', async () => {
  await shop.choose();
  shop.duringPart(async (number) => number === 1 && sleep(30_000));
  void shop.startUpload();
  await shop.until('uploading 6');
  expect(await watchStuck(19)).not.toContain('S');
  expect(await watchStuck(10)).toMatch(/^-?S+$/);
  await shop.until('uploading 9');
  expect(shop.state()).toMatchObject({ isStuck: false });
});

test('publishing may take its time, and is stuck where it fails for ten seconds', async () => {
  await shop.choose();
  shop.faults.set('publish', Array(9).fill('unreachable'));
  const done = shop.upload();
  await shop.until('publishing 10', 4);
  expect(shop.state()).toMatchObject({ isStuck: false });
  await shop.until('publishing 10', 5);
  expect(shop.state()).toMatchObject({ isStuck: true });
  await done;
});

test('a short disturbance is not told', async () => {
  await shop.choose();
  shop.faults.set('part 1', ['unreachable', FAULT]);
  const seen: boolean[] = [];
  shop.uploadState.subscribe(() => {
    const state = shop.state();
    if ('isStuck' in state) seen.push(state.isStuck);
  });
  await shop.upload();
  expect(new Set(seen)).toEqual(new Set([false]));
});
