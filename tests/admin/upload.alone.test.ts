import { toast } from 'sonner';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Inspected } from '../../src/admin/guides/inspect.ts';
import type { UploadState } from '../../src/admin/guides/upload-state.ts';
import type { sendPart as SendPart } from '../../src/api/send-part.ts';
import type { BeginUploadRequest, GuideFiles } from '../../src/contract/guide-files.ts';
import type { ProblemDetails } from '../../src/contract/problem.ts';
import { ADMIN_PRODUCTS, edition, FINDINGS, guideFiles } from './sample-data.ts';

const HALF_A_PART_MS = 500;
const SHA256 = 'a'.repeat(64);
const GOOD: Inspected = { findings: FINDINGS, sha256: SHA256, page: Promise.resolve(null) };

/** In a browser, a worker runs the check. tests/guides/check-pdf.test.ts covers its findings. */
const inspect = vi.fn<(file: File, signal: AbortSignal) => Promise<Inspected>>();
vi.mock('../../src/admin/guides/inspect.ts', () => ({ inspect }));
/** Node.js has no XMLHttpRequest. tests/e2e/guides.spec.ts runs the real function. */
const sendPart = vi.fn<typeof SendPart>();
vi.mock('../../src/api/send-part.ts', () => ({ sendPart }));

const sleep = (ms: number) => new Promise<void>((end) => setTimeout(end, ms));
const pass = () => vi.advanceTimersByTimeAsync(HALF_A_PART_MS);
const aFile = (bytes = 10, name = 'Ages 6-10.pdf') => new File([new Uint8Array(bytes)], name);

/** A state in words: `uploading 4`, `waiting 2 s`, `publishing 10`. */
const wordsFor = (state: UploadState): string => {
  if (state.step !== 'waiting') {
    return 'sentBytes' in state ? `${state.step} ${state.sentBytes}` : state.step;
  }
  return state.wait.why === 'failed' ? `waiting ${state.wait.retryInSeconds} s` : state.wait.why;
};

type Fault = 'unreachable' | (Partial<ProblemDetails> & { status: number; retryAfter?: string });

/** A fresh page, and a server that keeps the parts. */
const setUp = async () => {
  const sent: string[] = [];
  const toasts: string[] = [];
  const seen: string[] = [];
  const stuck: string[] = [];
  const remaining: (number | null)[] = [];
  const kept = new Map<string, Set<number>>();
  /** What the next calls meet, by name: `begin`, `part 2`, `publish`. */
  const faults = new Map<string, Fault[]>();
  const guides: GuideFiles[] = [];
  /** Runs in the middle of each part. */
  const duringPart = vi.fn<(number: number) => unknown>();

  const failure = (call: string): Response | null => {
    const fault = faults.get(call)?.shift();
    if (fault === 'unreachable') throw new TypeError('Failed to fetch');
    if (!fault) return null;
    const { status, retryAfter = '', ...problem } = fault;
    return Response.json(problem, { status, headers: { 'retry-after': retryAfter } });
  };
  const begin = ({ product, sha256, size }: BeginUploadRequest) => {
    const upload = `${product}.${sha256}`;
    const received = [...(kept.get(upload) ?? [])];
    return { upload, partBytes: 4, parts: Math.ceil(size / 4), received };
  };
  const publish = (upload: string) => {
    kept.delete(upload);
    const [product, sha256] = upload.split('.');
    return { product, fileName: 'Guide.pdf', size: 10, sha256, pages: 15, changed: true };
  };
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const [, upload = ''] = /^\/api\/admin\/uploads\/(.+)/.exec(address) ?? [];
    if (address === '/api/admin/guides') return Response.json({ products: guides });
    if (method === 'DELETE') return Response.json(kept.delete(upload));
    if (upload !== '') return failure('publish') ?? Response.json(publish(upload));
    return failure('begin') ?? Response.json(begin(JSON.parse(String(body))));
  });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true });
  vi.spyOn(toast, 'success').mockImplementation((title) => toasts.push(String(title)));
  vi.spyOn(toast, 'error').mockImplementation((title, more) =>
    toasts.push(`${String(title)} / ${String(more?.description)}`),
  );
  inspect.mockReset().mockResolvedValue(GOOD);

  vi.resetModules();
  const { startSession } = await import('../../src/admin/session/session.ts');
  const upload = await import('../../src/admin/guides/upload.ts');
  const { errorOf } = await import('../../src/api/request.ts');
  const logIn = () => startSession('2099-01-01T00:00:00Z');
  logIn();
  sendPart.mockImplementation(async (address, bytes, onSent, signal) => {
    const [, id = '', part = ''] = /uploads\/(.+)\/parts\/(\d+)$/.exec(address) ?? [];
    sent.push(`${part}:${bytes.size}`);
    await sleep(HALF_A_PART_MS);
    onSent(bytes.size / 2);
    await duringPart(Number(part));
    // A browser may still report what it sent before the abort.
    onSent(bytes.size);
    signal.throwIfAborted();
    const problem = failure(`part ${part}`);
    if (problem) throw await errorOf(problem);
    await sleep(HALF_A_PART_MS);
    kept.set(id, (kept.get(id) ?? new Set()).add(Number(part)));
  });
  const { get: state, subscribe } = upload.uploadState;
  subscribe(() => {
    const now = state();
    const words = wordsFor(now);
    if (words !== seen.at(-1)) seen.push(words);
    if ('isStuck' in now && now.isStuck) stuck.push(words);
    if ('remainingSeconds' in now) remaining.push(now.remainingSeconds);
  });
  return {
    ...upload,
    state,
    logIn,
    choose: (file = aFile()) => upload.chooseFile(file, ADMIN_PRODUCTS),
    /** Lets time pass until the upload has ended. */
    upload: async (): Promise<void> => {
      const ends: 'over'[] = [];
      const end = upload.startUpload().finally(() => ends.push('over'));
      while (ends.length === 0) await pass();
      await end;
    },
    /** Lets time pass until the owner has seen these words. */
    until: async (words: string): Promise<void> => {
      while (!seen.includes(words)) await pass();
    },
    sent,
    toasts,
    seen,
    stuck,
    remaining,
    faults,
    kept,
    guides,
    duringPart,
  };
};

let shop: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  vi.useFakeTimers();
  shop = await setUp();
});

const FAULT: Fault = { status: 500 };
const INCOMPLETE = { status: 409, code: 'upload_incomplete', detail: 'Missing: 1.' } as const;
const BROKEN = { status: 422, code: 'pdf_broken', detail: 'It cannot be read.' } as const;
const BUSY: Fault = { status: 429, retryAfter: '3' };
const NO_ANSWER: Fault = 'unreachable';
const times = (count: number, fault: Fault): Fault[] => Array<Fault>(count).fill(fault);

test('a file is checked, sent in parts one after another, and published', async () => {
  await shop.choose();
  await shop.upload();
  expect(shop.sent).toEqual(['0:4', '1:4', '2:2']);
  const sending = [0, 2, 4, 6, 8, 9, 10].map((bytes) => `uploading ${bytes}`);
  expect(shop.seen).toEqual(['checking', 'ready', ...sending, 'publishing 10', 'done 10']);
  expect([...new Set(shop.remaining)], 'seconds left').toEqual([null, 2, 1, 0]);
  expect(shop.toasts).toEqual(['Upload successful']);
  expect(shop.state()).toMatchObject({ result: { product: 'guide-1', sha256: SHA256 } });
});

const LONG = [1, 2, 4, 8, 16, 30, 30, 30];
/** The seconds that the owner sees while the page waits so long. */
const countdown = (seconds: number): string[] =>
  Array.from({ length: seconds }, (_, passed) => `waiting ${seconds - passed} s`);

/** The pauses are in seconds, each of which the owner sees count down. */
test.each<[what: string, call: string, Fault[], pauses: number[], refusal?: { detail: string }]>([
  ['a part that fails', 'part 1', [NO_ANSWER, FAULT, NO_ANSWER], [1, 2, 4]],
  ['no answer for long', 'begin', times(8, NO_ANSWER), LONG],
  ['a shop that says how long to wait', 'publish', [BUSY], [3]],
  ['parts lost once', 'publish', [INCOMPLETE], []],
  ['parts lost three times', 'publish', times(3, INCOMPLETE), [], INCOMPLETE],
  ['a refusal', 'publish', [BROKEN], [], BROKEN],
])(
  'an upload that meets %s ends well or says why',
  async (_what, call, faults, pauses, refusal) => {
    await shop.choose();
    shop.faults.set(call, [...faults]);
    await shop.upload();
    const failed = { step: 'failed', reason: refusal?.detail, mayBeLive: false };
    expect(shop.state()).toMatchObject(refusal ? failed : { step: 'done' });
    const failure = 'Upload failed / There was an error uploading the file.';
    expect(shop.toasts).toEqual([refusal ? failure : 'Upload successful']);
    const waits = shop.seen.filter((words) => words.startsWith('waiting'));
    expect(waits).toEqual(pauses.flatMap(countdown));
    expect(shop.stuck.length > 0, 'stuck after 10 s').toBe(pauses.includes(8));
    await shop.upload();
    expect(shop.state().step).toBe('done');
  },
);

/** What buyers get of product 1 is the very file that is uploaded here. */
const LIVE = guideFiles('guide-1', edition(1, 1, SHA256));
/** Only the shop's own failures count, and not those of the connection. */
const FIVE: Fault[] = [FAULT, NO_ANSWER, FAULT, FAULT, NO_ANSWER, FAULT, FAULT];
/** To publish once more would be refused. */
const LOST_ANSWER: Fault[] = [NO_ANSWER, INCOMPLETE];

test.each<[string, Fault[], GuideFiles, 'done' | 'failed']>([
  ['whose answer was lost is done where buyers get it', LOST_ANSWER, LIVE, 'done'],
  ['that fails five times is done where buyers get it', FIVE, LIVE, 'done'],
  ['has failed where they get another', FIVE, guideFiles('guide-1', edition(1)), 'failed'],
  ['has failed where it is another product’s', FIVE, { ...LIVE, id: 'guide-2' }, 'failed'],
])('a publishing %s', async (_what, faults, guide, step) => {
  await shop.choose();
  shop.faults.set('publish', [...faults]).set('part 1', times(7, FAULT));
  shop.guides.push(guide);
  await shop.upload();
  expect(shop.faults.get('publish')).toEqual([]);
  expect(shop.state().step).toBe(step);
  if (step === 'done') return;
  expect(shop.state()).toMatchObject({ mayBeLive: true });
  const { length } = shop.sent;
  await shop.upload();
  expect([shop.state().step, shop.sent.length]).toEqual(['done', length]);
});

test('an ended session waits for a login, and what may be live already is not canceled', async () => {
  await shop.choose();
  const loggedOut: Fault = { status: 401, code: 'not_logged_in' };
  shop.faults.set('part 1', [loggedOut]).set('publish', [NO_ANSWER]);
  const end = shop.upload();
  await shop.until('logged-out');
  shop.logIn();
  await shop.until('waiting 1 s');
  shop.cancelUpload();
  expect(shop.state()).toMatchObject({ step: 'waiting', mayBeLive: true });
  await end;
  expect([shop.state().step, shop.sent]).toEqual(['done', ['0:4', '1:4', '1:4', '2:2']]);
});

test('nothing is sent of a file that this browser cannot check, nor before a product is chosen', async () => {
  inspect.mockRejectedValueOnce(new Error('no memory'));
  await shop.choose();
  expect(shop.state()).toMatchObject({ step: 'refused', reason: /couldn’t check the file/ });
  await shop.choose(aFile(10, 'Draft 7.pdf'));
  await shop.upload();
  expect([shop.state().step, shop.sent]).toEqual(['ready', []]);
  shop.chooseProduct('guide-3');
  await shop.upload();
  expect(shop.state()).toMatchObject({ step: 'done', result: { product: 'guide-3' } });
});

test('cancel keeps the parts until they are discarded, and resume sends only the rest', async () => {
  const cancel = (number: number) => number === 1 && shop.cancelUpload();
  await shop.choose();
  shop.duringPart.mockImplementationOnce(cancel).mockImplementationOnce(cancel);
  await shop.upload();
  expect(shop.state()).toMatchObject({ step: 'canceled', sentBytes: 6 });
  await shop.upload();
  expect(shop.sent).toEqual(['0:4', '1:4', '1:4', '2:2']);
  expect(shop.toasts).toEqual(['Upload successful']);

  await shop.choose();
  shop.duringPart.mockImplementation(cancel);
  await shop.upload();
  expect(shop.kept.size).toBe(1);
  await shop.discardFile();
  expect([shop.state().step, shop.kept.size]).toEqual(['idle', 0]);
});

test('a second file replaces the first, however long the check of that takes', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof GOOD>();
  inspect.mockReturnValueOnce(promise);
  const slow = shop.choose(aFile(1, 'First.pdf'));
  await shop.choose(aFile(1, 'Second.pdf'));
  resolve(GOOD);
  await slow;
  expect(shop.state()).toMatchObject({ file: { name: 'Second.pdf' } });
});
