import { expect, test } from 'vitest';
import {
  AGAIN,
  aFile,
  FAULT,
  GOOD,
  LOGGED_OUT,
  refusedWith,
  Refusal,
  setUp,
} from './upload-transport.ts';

const chosen = async (shop: ReturnType<typeof setUp>, file = aFile()) => {
  await shop.upload.choose(file);
  return shop;
};

test('a file is checked, sent in parts one after another, and published', async () => {
  const { upload, sent, seen, told } = await chosen(setUp());
  await upload.start();
  expect(sent).toEqual(['0:4', '1:4', '2:2']);
  expect(seen).toEqual([
    'checking',
    'ready',
    'uploading 0',
    'uploading 2',
    'uploading 4',
    'uploading 6',
    'uploading 8',
    'uploading 9',
    'uploading 10',
    'publishing 10',
    'done 10',
  ]);
  expect(told).toEqual(['Upload successful']);
  expect(upload.state.get()).toMatchObject({ step: 'done', result: { product: 'guide-1' } });
});

test('a file that the check refuses is told with its reason, and nothing of it is sent', async () => {
  const refusal = { code: 'pdf_encrypted', reason: 'It is encrypted.' };
  const { upload, sent, told } = await chosen(setUp({ inspect: async () => ({ refusal }) }));
  await upload.start();
  expect(upload.state.get()).toMatchObject({ step: 'refused', reason: 'It is encrypted.' });
  expect([sent, told]).toEqual([[], []]);
});

test('what is no PDF is told in the words for that', async () => {
  const refusal = { code: 'file_not_pdf', reason: 'Please upload a PDF file.' };
  const { told } = await chosen(setUp({ inspect: async () => ({ refusal }) }));
  expect(told).toEqual(['Invalid file type / Please upload a PDF file.']);
});

test('a file that this browser cannot look into is not sent', async () => {
  const { upload } = await chosen(setUp({ inspect: () => Promise.reject(new Error('no memory')) }));
  expect(upload.state.get()).toMatchObject({ step: 'refused', reason: /could not look into/ });
});

test('nothing starts before somebody has said for which product the file is', async () => {
  const { upload, sent } = await chosen(setUp(), aFile(10, 'Draft 7.pdf'));
  await upload.start();
  expect([upload.state.get().step, sent]).toEqual(['ready', []]);
  upload.chooseProduct('guide-3');
  await upload.start();
  expect(upload.state.get()).toMatchObject({ step: 'done', result: { product: 'guide-3' } });
});

test('a part that fails is sent again, with pauses that grow', async () => {
  const { upload, sent, seen, faults } = await chosen(setUp());
  faults.set('part 1', [AGAIN, AGAIN, AGAIN]);
  await upload.start();
  expect(sent).toEqual(['0:4', '1:4', '1:4', '1:4', '1:4', '2:2']);
  expect(seen.filter((words) => words.startsWith('waiting'))).toEqual(
    [1, 2, 1, 4, 3, 2, 1].map((seconds) => `waiting ${seconds} s`),
  );
});

test('no pause is longer than half a minute, and where the shop says how long, that holds', async () => {
  const { upload, seen, faults } = await chosen(setUp());
  faults.set('begin', Array<Error>(8).fill(AGAIN));
  faults.set('publish', [new Refusal({ kind: 'again', afterMs: 3_000 })]);
  await upload.start();
  const pauses = seen.flatMap((words) => /^waiting (\d+)/.exec(words)?.[1] ?? []).map(Number);
  expect(Math.max(...pauses)).toBe(30);
  expect(pauses.slice(-3)).toEqual([3, 2, 1]);
});

test('a connection that comes back is used at once, and the pauses begin anew', async () => {
  const { upload, sent, seen, faults, ...shop } = await chosen(setUp());
  faults.set('part 0', [AGAIN, AGAIN, AGAIN, AGAIN]);
  shop.duringPart(async () => {
    if (sent.length === 3) shop.goOffline();
  });
  const done = upload.start();
  await shop.until('offline');
  expect(seen.at(-1)).toBe('offline');
  shop.comeOnline();
  await done;
  expect(
    seen.slice(seen.indexOf('offline')).filter((words) => words.startsWith('waiting')),
  ).toEqual(['waiting 1 s']);
  expect(upload.state.get().step).toBe('done');
});

test('an ended session waits for the login, and goes on with the same part', async () => {
  const { upload, sent, faults, ...shop } = await chosen(setUp());
  faults.set('part 1', [LOGGED_OUT]);
  faults.set('publish', [LOGGED_OUT]);
  const done = upload.start();
  await shop.until('logged-out');
  expect(sent).toEqual(['0:4', '1:4']);
  shop.logIn();
  await shop.until('logged-out', 2);
  shop.logIn();
  await done;
  expect(sent).toEqual(['0:4', '1:4', '1:4', '2:2']);
  expect(upload.state.get().step).toBe('done');
});

test('cancel stops at once and keeps what is there; resume sends only the rest', async () => {
  const { upload, sent, told, ...shop } = await chosen(setUp());
  shop.duringPart(async (number) => {
    if (number === 1 && sent.length === 2) upload.cancel();
  });
  await upload.start();
  expect(upload.state.get()).toMatchObject({ step: 'canceled', sentBytes: 6 });
  expect(sent).toEqual(['0:4', '1:4']);
  await upload.start();
  expect(sent.slice(2)).toEqual(['1:4', '2:2']);
  expect(told).toEqual(['Upload successful']);
});

test('a file that is chosen again on a fresh page goes on where it stopped', async () => {
  const shop = await chosen(setUp());
  shop.kept.set(`guide-1/${'a'.repeat(64)}`, new Set([0, 2]));
  await shop.upload.start();
  expect(shop.sent).toEqual(['1:4']);
  expect(shop.seen).toContain('uploading 6');
});

test('discarding lets the shop forget the parts', async () => {
  const shop = await chosen(setUp());
  shop.duringPart(async () => shop.upload.cancel());
  await shop.upload.start();
  shop.kept.set(`guide-1/${'a'.repeat(64)}`, new Set([0]));
  await shop.upload.discard();
  expect(shop.upload.state.get().step).toBe('idle');
  expect(shop.kept.size).toBe(0);
});

test('a second file takes the place of the first, whose parts stay, and which says nothing more', async () => {
  const { upload, seen, kept, told, ...shop } = await chosen(setUp());
  let second: Promise<void> | undefined;
  shop.duringPart(async (number) => {
    if (number === 1 && !second) second = upload.choose(aFile(4, 'Other.pdf'));
  });
  await upload.start();
  await second;
  expect(upload.state.get()).toMatchObject({ step: 'ready', file: { name: 'Other.pdf' } });
  expect(seen.slice(seen.indexOf('checking', 1))).toEqual(['checking', 'ready']);
  expect([...(kept.values().next().value ?? [])]).toEqual([0]);
  expect(told).toEqual([]);
});

test('the first page is drawn on while the file is on its way, until another is chosen', async () => {
  const signals: AbortSignal[] = [];
  const inspect = async (_: File, signal: AbortSignal) => {
    signals.push(signal);
    return GOOD;
  };
  const { upload } = await chosen(setUp({ inspect }));
  await upload.start();
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  await upload.choose(aFile(4, 'Other.pdf'));
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
});

test('of two files chosen at once the later one stays, however long the check of the first takes', async () => {
  const first = Promise.withResolvers<typeof GOOD>();
  const { upload } = setUp({
    inspect: (file) => (file.name === 'First.pdf' ? first.promise : Promise.resolve(GOOD)),
  });
  const slow = upload.choose(aFile(1, 'First.pdf'));
  await upload.choose(aFile(1, 'Second.pdf'));
  first.resolve(GOOD);
  await slow;
  expect(upload.state.get()).toMatchObject({ file: { name: 'Second.pdf' } });
});

test('what the shop refuses is told, and may be tried again', async () => {
  const { upload, told, faults } = await chosen(setUp());
  faults.set('publish', [refusedWith('pdf_broken', 'It cannot be read.')]);
  await upload.start();
  expect(upload.state.get()).toMatchObject({ step: 'failed', reason: 'It cannot be read.' });
  expect(told).toEqual(['Upload failed / There was an error uploading the file.']);
  await upload.start();
  expect(upload.state.get().step).toBe('done');
});

test('parts that the shop has lost before publishing are sent again, but not forever', async () => {
  const shop = await chosen(setUp());
  const lost = refusedWith('upload_incomplete', 'Part 1 is missing.');
  shop.faults.set('publish', [lost]);
  await shop.upload.start();
  expect(shop.upload.state.get().step).toBe('done');

  const unlucky = await chosen(setUp());
  unlucky.faults.set('publish', [lost, lost, lost]);
  await unlucky.upload.start();
  expect(unlucky.upload.state.get()).toMatchObject({
    step: 'failed',
    reason: 'Part 1 is missing.',
  });
});

test('an answer that was lost after publishing costs no second upload', async () => {
  const shop = await chosen(setUp());
  shop.faults.set('publish', [AGAIN, refusedWith('upload_incomplete', 'All parts are missing.')]);
  const result = { product: 'guide-1', fileName: 'Guide.pdf', size: 10, sha256: 'a'.repeat(64) };
  shop.isPublished({ ...result, pages: 15, title: null, changed: true });
  await shop.upload.start();
  expect(shop.upload.state.get()).toMatchObject({ step: 'done', result });
  expect(shop.sent).toHaveLength(3);
});

test('a shop that fails on publishing is asked five times, and what was sent is kept', async () => {
  const { upload, sent, seen, told, faults } = await chosen(setUp());
  faults.set('part 1', Array<Error>(7).fill(FAULT));
  faults.set('publish', [FAULT, AGAIN, FAULT, FAULT, AGAIN, FAULT, FAULT]);
  await upload.start();
  expect(upload.state.get()).toMatchObject({ step: 'failed', mayBeLive: true });
  expect(seen.filter((words) => words === 'publishing 10')).toHaveLength(7);
  expect(told).toEqual(['Upload failed / There was an error uploading the file.']);
  const sentBefore = sent.length;
  await upload.start();
  expect(upload.state.get().step).toBe('done');
  expect(sent).toHaveLength(sentBefore);
});

test('a file that the shop has published in spite of its answers is done', async () => {
  const { upload, faults, ...shop } = await chosen(setUp());
  faults.set('publish', Array<Error>(5).fill(FAULT));
  const result = { product: 'guide-1', fileName: 'Guide.pdf', size: 10, sha256: 'a'.repeat(64) };
  shop.isPublished({ ...result, pages: 15, title: null, changed: true });
  await upload.start();
  expect(upload.state.get()).toMatchObject({ step: 'done', result });
});

test('while offline nothing is given up, and what may be live already is not canceled', async () => {
  const { upload, seen, faults, ...shop } = await chosen(setUp());
  faults.set('publish', Array<Error>(9).fill(AGAIN));
  shop.duringPart(async (number) => void (number === 2 && shop.goOffline()));
  const done = upload.start();
  await shop.until('offline');
  expect(upload.state.get()).toMatchObject({ step: 'waiting', mayBeLive: true });
  upload.cancel();
  expect(upload.state.get().step).toBe('waiting');
  shop.comeOnline();
  await done;
  expect(upload.state.get().step).toBe('done');
  expect(seen).not.toContain('canceled 10');
});

test('the rest time is known after a second, and follows the connection', async () => {
  const { upload } = await chosen(setUp(), aFile(40));
  const rest: (number | null)[] = [];
  upload.state.subscribe(() => {
    const now = upload.state.get();
    if (now.step === 'uploading') rest.push(now.remainingSeconds);
  });
  await upload.start();
  expect(rest[0]).toBeNull();
  // 4 bytes a second: half a part in half a second.
  expect(rest.at(-1)).toBe(0);
  expect(rest.find((seconds) => seconds !== null)).toBe(9);
});
