import { toast } from 'sonner';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Inspected } from '../../src/admin/guides/inspect.ts';
import type { sendPart as SendPart } from '../../src/api/send-part.ts';
import type { ProblemDetails } from '../../src/contract/problem.ts';
import { PART_BYTES } from '../../src/pdf/limits.ts';
import { ADMIN_PRODUCTS, FINDINGS } from './sample-data.ts';

const SHA256 = 'a'.repeat(64);
const GOOD: Inspected = { findings: FINDINGS, sha256: SHA256, page: Promise.resolve(null) };

/** In a browser, a worker runs the check. tests/guides/check-pdf.test.ts covers its findings. */
const inspect = vi.fn<(file: File, signal: AbortSignal) => Promise<Inspected>>();
vi.mock('../../src/admin/guides/inspect.ts', () => ({ inspect }));
/** Node.js has no XMLHttpRequest. tests/e2e/guides.spec.ts runs the real function. */
const sendPart = vi.fn<typeof SendPart>();
vi.mock('../../src/api/send-part.ts', () => ({ sendPart }));

/** Of three parts. */
const aFile = (name = 'Ages 6-10.pdf') => new File([new Uint8Array(2.5 * PART_BYTES)], name);

type Fault = 'unreachable' | (Partial<ProblemDetails> & { status: number });

/** A fresh page, and a server that takes the parts. */
const setUp = async () => {
  const sent: string[] = [];
  const uploads = new Set<string>();
  const toasts: string[] = [];
  const seen: string[] = [];
  /** What the next calls meet, by the number of the part. */
  const faults = new Map<number, Fault[]>();
  /** Runs in the middle of each part. */
  const duringPart = vi.fn<(part: number) => unknown>();

  vi.stubGlobal('fetch', async () => Response.json({ products: [] }));
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
  sendPart.mockImplementation(async (query, bytes, onSent, signal) => {
    const [part, parts] = [Number(query.part), Number(query.parts)];
    signal.throwIfAborted();
    sent.push(`${part}:${bytes.size / PART_BYTES}`);
    uploads.add(query.upload);
    onSent(bytes.size / 2);
    await duringPart(part);
    // A browser may still report what it sent before the abort.
    onSent(bytes.size);
    signal.throwIfAborted();
    const fault = faults.get(part)?.shift();
    if (fault === 'unreachable') throw new TypeError('Failed to fetch');
    if (fault) throw await errorOf(Response.json(fault, { status: fault.status }));
    if (part < parts - 1) return null;
    const fileName = 'Guide.pdf';
    return {
      product: query.file,
      fileName,
      size: 10,
      sha256: SHA256,
      pages: 15,
      title: null,
      changed: true,
    };
  });
  const { get: state, subscribe } = upload.uploadState;
  subscribe(() => {
    const now = state();
    const words =
      'sentBytes' in now && now.step === 'uploading'
        ? `uploading ${now.sentBytes / PART_BYTES}`
        : now.step;
    if (words !== seen.at(-1)) seen.push(words);
  });
  const choose = (file = aFile()) => upload.chooseFile(file, ADMIN_PRODUCTS);
  return { ...upload, state, logIn, choose, sent, uploads, toasts, seen, faults, duringPart };
};

let shop: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  shop = await setUp();
});

const ALL = ['0:1', '1:1', '2:0.5'];
const ERROR = 'There was an error uploading the file.';
const FAILED = `Upload failed / ${ERROR}`;
const FAULT: Fault = { status: 500 };
const BROKEN = { status: 422, code: 'pdf_broken', detail: 'It cannot be read.' } as const;

test('a file is checked, sent in parts one after another, and published', async () => {
  await shop.choose();
  await shop.startUpload();
  expect(shop.sent).toEqual(ALL);
  expect(shop.uploads.size).toBe(1);
  const sending = [0, 0.5, 1, 1.5, 2, 2.25, 2.5].map((parts) => `uploading ${parts}`);
  expect(shop.seen).toEqual(['checking', 'ready', ...sending, 'done']);
  expect(shop.toasts).toEqual(['Upload successful']);
  expect(shop.state()).toMatchObject({ result: { product: 'guide-1', sha256: SHA256 } });
});

test.each<[string, number, Fault[], sent: string[], reason: string | null]>([
  ['fails once', 1, ['unreachable'], ['0:1', '1:1', '1:1', '2:0.5'], null],
  ['is answered by a fault once', 2, [FAULT], [...ALL, '2:0.5'], null],
  ['fails twice', 1, [FAULT, 'unreachable'], ['0:1', '1:1', '1:1'], ERROR],
  ['is refused', 2, [BROKEN], ALL, BROKEN.detail],
])(
  'an upload of which a part %s ends well or says why',
  async (_what, part, faults, sent, reason) => {
    await shop.choose();
    shop.faults.set(part, [...faults]);
    await shop.startUpload();
    expect(shop.sent).toEqual(sent);
    expect(shop.toasts).toEqual([reason === null ? 'Upload successful' : FAILED]);
    const ended = reason === null ? { step: 'done' } : { step: 'failed', reason };
    expect(shop.state()).toMatchObject(ended);
    if (reason === null) return;
    await shop.startUpload();
    expect(shop.sent).toEqual([...sent, ...ALL]);
    expect([shop.state().step, shop.uploads.size]).toEqual(['done', 2]);
  },
);

test('an ended session waits for a login', async () => {
  await shop.choose();
  shop.faults.set(1, [{ status: 401, code: 'not_logged_in' }]);
  const end = shop.startUpload();
  await vi.waitUntil(() => shop.faults.get(1)?.length === 0);
  shop.logIn();
  await end;
  expect([shop.state().step, shop.sent]).toEqual(['done', ['0:1', '1:1', '1:1', '2:0.5']]);
});

test('nothing is sent of a file that this browser cannot check, nor before a product is chosen', async () => {
  inspect.mockRejectedValueOnce(new Error('no memory'));
  await shop.choose();
  expect(shop.state()).toMatchObject({ step: 'refused', reason: /couldn’t check the file/ });
  await shop.choose(aFile('Draft 7.pdf'));
  await shop.startUpload();
  expect([shop.state().step, shop.sent]).toEqual(['ready', []]);
  shop.chooseProduct('guide-3');
  await shop.startUpload();
  expect(shop.state()).toMatchObject({ step: 'done', result: { product: 'guide-3' } });
});

test('cancel stops an upload, which can be started again or discarded', async () => {
  const cancel = (part: number) => part === 1 && shop.cancelUpload();
  await shop.choose();
  shop.duringPart.mockImplementationOnce(cancel).mockImplementationOnce(cancel);
  await shop.startUpload();
  expect([shop.state().step, shop.sent]).toEqual(['ready', ['0:1', '1:1']]);
  await shop.startUpload();
  expect(shop.sent).toEqual(['0:1', '1:1', ...ALL]);
  expect(shop.toasts).toEqual(['Upload successful']);
  await shop.choose();
  shop.discardFile();
  expect(shop.state()).toEqual({ step: 'idle' });
});

test('a second file replaces the first, however long the check of that takes', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof GOOD>();
  inspect.mockReturnValueOnce(promise);
  const slow = shop.choose(aFile('First.pdf'));
  await shop.choose(aFile('Second.pdf'));
  resolve(GOOD);
  await slow;
  expect(shop.state()).toMatchObject({ file: { name: 'Second.pdf' } });
});
