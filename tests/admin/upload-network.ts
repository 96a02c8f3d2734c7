import { toast } from 'sonner';
import { vi } from 'vitest';
import type { Inspected } from '../../src/admin/guides/inspect.ts';
import type { UploadState } from '../../src/admin/guides/upload-state.ts';
import type { sendPart as SendPart } from '../../src/api/send-part.ts';
import type { BeginUploadRequest, GuideFiles } from '../../src/contract/guide-files.ts';
import type { ProblemDetails } from '../../src/contract/problem.ts';
import { adminProduct, FINDINGS } from './sample-data.ts';

const PART_BYTES = 4;
const HALF_A_PART_MS = 500;
export const SHA256 = 'a'.repeat(64);

/** How a call fails: without any answer, or with a problem. */
export type Fault =
  'unreachable' | (Partial<ProblemDetails> & { status: number; retryAfter?: string });

export const aFile = (bytes = 10, name = 'Ages 6-10.pdf'): File =>
  new File([new Uint8Array(bytes)], name, { type: 'application/pdf' });

const PRODUCTS = [
  adminProduct('guide-1', '6–10', 'guide-1.pdf'),
  adminProduct('guide-3', '15–18', 'guide-3.pdf'),
];

export const GOOD: Inspected = { findings: FINDINGS, sha256: SHA256, page: Promise.resolve(null) };

/** In a browser, a worker runs the check. tests/unit/pdf.test.ts covers its findings. */
export const inspect = vi.fn<(file: File, signal: AbortSignal) => Promise<Inspected>>();
vi.mock('../../src/admin/guides/inspect.ts', () => ({ inspect }));

/** Node.js has no XMLHttpRequest. tests/e2e/upload.spec.ts runs the real function. */
const sendPart = vi.fn<typeof SendPart>();
vi.mock('../../src/api/send-part.ts', () => ({ sendPart }));

/** A state in words: `uploading 4`, `waiting 2 s`, `publishing 10 stuck`. */
const wordsFor = (state: UploadState): string => {
  const stuck = 'isStuck' in state && state.isStuck ? ' stuck' : '';
  if (state.step === 'waiting') {
    const { wait } = state;
    return (wait.why === 'failed' ? `waiting ${wait.retryInSeconds} s` : wait.why) + stuck;
  }
  return ('sentBytes' in state ? `${state.step} ${state.sentBytes}` : state.step) + stuck;
};

/** Runs in the middle of each part. `progress` reports how many of its bytes were sent. */
type OnPart = (number: number, progress: (bytes: number) => void) => unknown;

/** A fresh page, and a server that keeps the parts. */
export async function setUp() {
  const sent: string[] = [];
  const toasts: string[] = [];
  const seen: string[] = [];
  const kept = new Map<string, Set<number>>();
  /** What the next calls meet, by name: `begin`, `part 2`, `publish`. */
  const faults = new Map<string, Fault[]>();
  const guides: GuideFiles[] = [];
  const browser = { onLine: true };
  const page = new EventTarget();
  let onPart: OnPart | undefined;

  /** The problem that a call is answered with. Throws where no answer comes. */
  const failure = (call: string): Response | null => {
    const fault = browser.onLine ? faults.get(call)?.shift() : 'unreachable';
    if (fault === 'unreachable') throw new TypeError('Failed to fetch');
    if (!fault) return null;
    const { status, retryAfter = '', ...problem } = fault;
    return Response.json(problem, { status, headers: { 'retry-after': retryAfter } });
  };
  const begin = ({ product, sha256, size }: BeginUploadRequest) => {
    const upload = `${product}.${sha256}`;
    const received = [...(kept.get(upload) ?? [])];
    return { upload, partBytes: PART_BYTES, parts: Math.ceil(size / PART_BYTES), received };
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
  vi.stubGlobal('window', page);
  vi.stubGlobal('navigator', browser);
  vi.spyOn(toast, 'success').mockImplementation((title) => toasts.push(String(title)));
  vi.spyOn(toast, 'error').mockImplementation((title, more) =>
    toasts.push(`${String(title)} / ${String(more?.description)}`),
  );
  inspect.mockReset().mockResolvedValue(GOOD);

  vi.resetModules();
  const { startSession } = await import('../../src/admin/session/session.ts');
  const upload = await import('../../src/admin/guides/upload.ts');
  const { errorOf } = await import('../../src/api/request.ts');
  startSession('2099-01-01T00:00:00Z');
  sendPart.mockImplementation(async (address, bytes, onSent, signal) => {
    const [, id = '', part = ''] = /uploads\/(.+)\/parts\/(\d+)$/.exec(address) ?? [];
    sent.push(`${part}:${bytes.size}`);
    await sleep(HALF_A_PART_MS);
    onSent(bytes.size / 2);
    await onPart?.(Number(part), onSent);
    // A browser may still report what it sent before the abort.
    onSent(bytes.size);
    signal.throwIfAborted();
    const problem = failure(`part ${part}`);
    if (problem) throw await errorOf(problem);
    await sleep(HALF_A_PART_MS);
    kept.set(id, (kept.get(id) ?? new Set()).add(Number(part)));
  });
  const state = upload.uploadState;
  state.subscribe(() => {
    const words = wordsFor(state.get());
    if (words !== seen.at(-1)) seen.push(words);
  });

  return {
    ...upload,
    state: () => state.get(),
    choose: (file = aFile()) => upload.chooseFile(file, PRODUCTS),
    /** Lets time pass until the upload has ended. */
    upload: async (): Promise<void> => {
      const ends: 'over'[] = [];
      const end = upload.startUpload().finally(() => ends.push('over'));
      while (ends.length === 0) await vi.advanceTimersByTimeAsync(HALF_A_PART_MS);
      await end;
    },
    /** Lets time pass until the owner has seen these words so many times. */
    until: async (words: string, times = 1): Promise<void> => {
      while (seen.filter((one) => one === words).length < times) {
        await vi.advanceTimersByTimeAsync(HALF_A_PART_MS);
      }
    },
    sent,
    toasts,
    seen,
    faults,
    kept,
    guides,
    goOffline: () => void (browser.onLine = false),
    comeOnline: () => {
      browser.onLine = true;
      page.dispatchEvent(new Event('online'));
    },
    duringPart: (act: OnPart) => void (onPart = act),
  };
}

export const sleep = (ms: number): Promise<void> => new Promise((end) => setTimeout(end, ms));
