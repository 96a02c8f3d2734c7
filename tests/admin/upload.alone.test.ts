import { beforeEach, expect, test, vi } from 'vitest';
import { edition, guideFiles } from './sample-data.ts';
import { aFile, type Fault, GOOD, inspect, setUp, SHA256, sleep } from './upload-network.ts';

let shop: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  vi.useFakeTimers();
  shop = await setUp();
});

const FAULT: Fault = { status: 500 };
const INCOMPLETE = {
  status: 409,
  code: 'upload_incomplete',
  detail: 'Part 1 is missing.',
} as const;
const BROKEN = { status: 422, code: 'pdf_broken', detail: 'It cannot be read.' } as const;
const BUSY: Fault = { status: 429, retryAfter: '3' };
const FAILED_TOAST = 'Upload failed / There was an error uploading the file.';
const done = { step: 'done', result: { product: 'guide-1', sha256: SHA256 } };
const failed = ({ detail }: { readonly detail: string }) => ({
  step: 'failed',
  reason: detail,
  mayBeLive: false,
});
const times = (count: number, fault: Fault): Fault[] => Array<Fault>(count).fill(fault);

/** What buyers get of product 1 is the very file that is uploaded here. */
const LIVE = guideFiles('guide-1', edition(1, 1, SHA256));

/** The seconds that the owner sees while the page waits so long. */
const countdown = (seconds: number): string[] =>
  Array.from({ length: seconds }, (_, passed) => `waiting ${seconds - passed} s`);

test('a file is checked, sent in parts one after another, and published', async () => {
  await shop.choose();
  await shop.upload();
  expect(shop.sent).toEqual(['0:4', '1:4', '2:2']);
  const sending = [0, 2, 4, 6, 8, 9, 10].map((bytes) => `uploading ${bytes}`);
  expect(shop.seen).toEqual(['checking', 'ready', ...sending, 'publishing 10', 'done 10']);
  expect(shop.toasts).toEqual(['Upload successful']);
  expect(shop.state()).toMatchObject(done);
});

const LONG = [1, 2, 4, 8, 16, 30, 30, 30];
/** The pauses are in seconds. */
test.each<[what: string, call: string, Fault[], pauses: number[], end: object]>([
  ['a part that fails', 'part 1', ['unreachable', FAULT, 'unreachable'], [1, 2, 4], done],
  ['no answer for long', 'begin', times(8, 'unreachable'), LONG, done],
  ['a shop that says how long to wait', 'publish', [BUSY], [3], done],
  ['parts lost once', 'publish', [INCOMPLETE], [], done],
  ['a refusal', 'publish', [BROKEN], [], failed(BROKEN)],
  ['parts lost three times', 'publish', times(3, INCOMPLETE), [], failed(INCOMPLETE)],
])('an upload that meets %s ends well or says why', async (_what, call, faults, pauses, end) => {
  await shop.choose();
  shop.faults.set(call, [...faults]);
  await shop.upload();
  expect(shop.state()).toMatchObject(end);
  expect(shop.toasts).toEqual([end === done ? 'Upload successful' : FAILED_TOAST]);
  const waits = shop.seen.map((words) => words.replace(' stuck', ''));
  expect(
    waits.filter((words, at) => words.startsWith('waiting') && words !== waits[at - 1]),
  ).toEqual(pauses.flatMap(countdown));
  await shop.upload();
  expect(shop.state().step).toBe('done');
});

test('an answer that was lost after publishing costs no second upload', async () => {
  await shop.choose();
  // Publishing once more would be refused.
  shop.faults.set('publish', ['unreachable', INCOMPLETE, { status: 422 }]);
  shop.guides.push(LIVE);
  await shop.upload();
  expect(shop.state()).toMatchObject(done);
  expect(shop.sent).toHaveLength(3);
});

test.each([
  ['is done where buyers get it', 'done', LIVE],
  ['has failed where they get another', 'failed', guideFiles('guide-1', edition(1))],
  ['has failed where it is that of another product', 'failed', { ...LIVE, id: 'guide-2' }],
])('a file that the shop fails to publish five times %s', async (_where, step, guide) => {
  await shop.choose();
  // Only the shop's own failures count, and not those of the connection, nor those of parts.
  shop.faults.set('part 1', times(7, FAULT));
  const twice = times(2, FAULT);
  const faults: Fault[] = [FAULT, 'unreachable', ...twice, 'unreachable', ...twice];
  shop.faults.set('publish', faults);
  shop.guides.push(guide);
  await shop.upload();
  expect(faults).toEqual([]);
  expect(shop.state().step).toBe(step);
  if (step === 'done') return;
  expect(shop.state()).toMatchObject({ mayBeLive: true });
  expect(shop.toasts).toEqual([FAILED_TOAST]);
  const { length } = shop.sent;
  await shop.upload();
  expect([shop.state().step, shop.sent.length]).toEqual(['done', length]);
});

test('a connection that comes back is used at once, and the pauses begin anew', async () => {
  await shop.choose();
  shop.faults.set('part 0', times(3, 'unreachable'));
  shop.duringPart(() => shop.sent.length === 3 && shop.goOffline());
  const end = shop.upload();
  await shop.until('offline');
  shop.comeOnline();
  await end;
  const since = shop.seen.slice(shop.seen.indexOf('offline'));
  expect(since.filter((words) => words.startsWith('waiting'))).toEqual(countdown(1));
  expect(shop.state().step).toBe('done');
});

test('while offline nothing is given up, and what may be live already is not canceled', async () => {
  await shop.choose();
  shop.faults.set('publish', times(9, 'unreachable'));
  const end = shop.upload();
  await shop.until('publishing 10', 3);
  shop.goOffline();
  await shop.until('offline');
  shop.cancelUpload();
  expect(shop.state()).toMatchObject({ step: 'waiting', mayBeLive: true });
  shop.comeOnline();
  await end;
  expect(shop.state().step).toBe('done');
});

/** Part 0 takes a second, each try of part 1 half a one, and the pauses between are 1, 2, 4, 8 and 16 s. */
test.each([
  ['part 1', 5, ['waiting 7 s stuck', 'uploading 8 stuck']],
  ['part 1', 2, []],
  ['publish', 9, ['waiting 6 s stuck', 'publishing 10 stuck']],
] as const)(
  'an upload whose %s fails %i times is stuck from the tenth second on',
  async (call, count, ends) => {
    await shop.choose();
    shop.faults.set(call, times(count, 'unreachable'));
    await shop.upload();
    const stuck = shop.seen.filter((words) => words.endsWith('stuck'));
    expect([...stuck.slice(0, 1), ...stuck.slice(-1)]).toEqual(ends);
    expect(shop.state().step).toBe('done');
  },
);

test('an upload without any progress is stuck from the twentieth second on, until it moves', async () => {
  await shop.choose();
  shop.duringPart((number) => number === 1 && sleep(30_000));
  void shop.startUpload();
  await shop.until('uploading 6');
  await vi.advanceTimersByTimeAsync(19_000);
  expect(shop.seen.at(-1)).toBe('uploading 6');
  await vi.advanceTimersByTimeAsync(2000);
  expect(shop.seen.at(-1)).toBe('uploading 6 stuck');
  await shop.until('uploading 9');
});

test('a file that this browser cannot look into is not sent', async () => {
  inspect.mockRejectedValue(new Error('no memory'));
  await shop.choose();
  expect(shop.state()).toMatchObject({ step: 'refused', reason: /couldn’t check the file/ });
});

test('nothing starts before a product is chosen', async () => {
  await shop.choose(aFile(10, 'Draft 7.pdf'));
  await shop.upload();
  expect([shop.state().step, shop.sent]).toEqual(['ready', []]);
  shop.chooseProduct('guide-3');
  await shop.upload();
  expect(shop.state()).toMatchObject({ step: 'done', result: { product: 'guide-3' } });
});

test('cancel keeps the parts until they are discarded, and resume sends only the rest', async () => {
  await shop.choose();
  shop.duringPart((number) => number === 1 && shop.sent.length === 2 && shop.cancelUpload());
  await shop.upload();
  expect(shop.state()).toMatchObject({ step: 'canceled', sentBytes: 6 });
  await shop.upload();
  expect(shop.sent).toEqual(['0:4', '1:4', '1:4', '2:2']);
  expect(shop.toasts).toEqual(['Upload successful']);

  await shop.choose();
  shop.duringPart((number) => number === 1 && shop.cancelUpload());
  await shop.upload();
  expect(shop.kept.size).toBe(1);
  await shop.discardFile();
  expect([shop.state().step, shop.kept.size]).toEqual(['idle', 0]);
});

test('a second file replaces the first, whose parts stay, and which says nothing more', async () => {
  await shop.choose();
  let second: Promise<void> | undefined;
  shop.duringPart((number) => {
    if (number === 1) second = shop.choose(aFile(4, 'Other.pdf'));
  });
  await shop.upload();
  await second;
  expect(shop.state()).toMatchObject({ step: 'ready', file: { name: 'Other.pdf' } });
  expect(shop.seen.slice(shop.seen.indexOf('checking', 1))).toEqual(['checking', 'ready']);
  expect([...shop.kept.values()]).toEqual([new Set([0])]);
  expect(shop.toasts).toEqual([]);
});

test('of two files chosen at once the second stays, however long the check of the first takes', async () => {
  const first = Promise.withResolvers<typeof GOOD>();
  inspect.mockReturnValueOnce(first.promise);
  const slow = shop.choose(aFile(1, 'First.pdf'));
  await vi.waitUntil(() => inspect.mock.calls.length === 1, { timeout: 120_000 });
  await shop.choose(aFile(1, 'Second.pdf'));
  first.resolve(GOOD);
  await slow;
  expect(shop.state()).toMatchObject({ file: { name: 'Second.pdf' } });
});

test('the remaining time is known after a second, and follows the speed', async () => {
  await shop.choose(aFile(160));
  const rest = new Map<number, number | null>();
  shop.uploadState.subscribe(() => {
    const now = shop.state();
    if (now.step === 'uploading') rest.set(now.sentBytes, now.remainingSeconds);
  });
  // 4 bytes a second, but ten times as slow before the seventh part.
  shop.duringPart((number) => number < 6 && sleep(9000));
  await shop.upload();
  expect([0, 20, 100, 160].map((bytes) => rest.get(bytes))).toEqual([null, 350, 15, 0]);
});
