import { toast } from 'sonner';
import { vi } from 'vitest';
import type { AdminProduct } from '../../src/admin/guides/guess-product.ts';
import type { Inspected } from '../../src/admin/guides/inspect.ts';
import type { sendPart as SendPart } from '../../src/api/send-part.ts';
import type { UploadState } from '../../src/admin/guides/upload-state.ts';
import type {
  BeginUploadRequest,
  BeginUploadResponse,
  GuideFiles,
  PublishResponse,
} from '../../src/contract/guide-files.ts';
import type { ProblemDetails } from '../../src/contract/problem.ts';

const PART_BYTES = 4;
const HALF_A_PART_MS = 500;
export const SHA256 = 'a'.repeat(64);

/** What a call may meet instead of being done: no answer at all, or one that is a problem. */
type Fault = 'unreachable' | (Partial<ProblemDetails> & { status: number; retryAfter?: string });
export const FAULT: Fault = { status: 500 };

export const aFile = (bytes = 10, name = 'Ages 6-10.pdf'): File =>
  new File([new Uint8Array(bytes)], name, { type: 'application/pdf' });

const guide = (id: string, ages: string): AdminProduct => ({
  id,
  label: id,
  fileName: `${id}.pdf`,
  ages,
  hue: 'coral',
  pages: 15,
});
const PRODUCTS = [guide('guide-1', '6–10'), guide('guide-3', '15–18')];

const findings = {
  pages: 15,
  title: null,
  fonts: { embedded: 1, missing: [] },
  tagged: false,
  darkFeet: [],
};
export const GOOD: Inspected = { findings, sha256: SHA256, page: Promise.resolve(null) };

/** The check runs in a worker of the browser's; tests/unit/pdf.test.ts has what it finds. */
export const inspect = vi.fn<(file: File, signal: AbortSignal) => Promise<Inspected>>();
vi.mock('../../src/admin/guides/inspect.ts', () => ({ inspect }));

/** It takes an XMLHttpRequest, which Node.js has not; tests/e2e/upload.spec.ts has the real one. */
const sendPart = vi.fn<typeof SendPart>();
vi.mock('../../src/api/send-part.ts', () => ({ sendPart }));

/** Product 1 with the file of that hash. */
export const guideWith = (current: Partial<GuideFiles['current']>): GuideFiles => {
  const edition = { isSample: false, id: 'e1', size: 10, sha256: SHA256, pages: 15, title: null };
  const when = { uploadedAs: 'a.pdf', uploadedAt: '', since: '' };
  return {
    id: 'guide-1',
    name: '',
    file_name: 'Guide.pdf',
    is_active: true,
    earlier: [],
    current: { ...edition, ...when, ...current } as GuideFiles['current'],
  };
};

/** A state as a test reads it: `uploading 4`, `waiting 2 s`. */
const wordsFor = (state: UploadState): string => {
  if (state.step === 'waiting') {
    const { wait } = state;
    return wait.why === 'failed' ? `waiting ${wait.retryInSeconds} s` : wait.why;
  }
  return 'sentBytes' in state ? `${state.step} ${state.sentBytes}` : state.step;
};

/** Called in the middle of each part; `tell` says how much of it has left. */
type OnPart = (number: number, tell: (bytes: number) => void) => Promise<unknown>;

/** A fresh page, with a shop that keeps parts at the other end of its network. */
export async function setUp() {
  const sent: string[] = [];
  const told: string[] = [];
  const seen: string[] = [];
  const kept = new Map<string, Set<number>>();
  /** What the next calls meet, by name: `begin`, `part 2`, `publish`. */
  const faults = new Map<string, Fault[]>();
  const guides: GuideFiles[] = [];
  const browser = { onLine: true };
  const page = new EventTarget();
  let onPart: OnPart | undefined;

  /** The fault that a call meets. Throws where no answer comes. */
  const meet = (call: string): Response | null => {
    const fault = browser.onLine ? faults.get(call)?.shift() : 'unreachable';
    if (fault === 'unreachable') throw new TypeError('Failed to fetch');
    if (!fault) return null;
    const { status, retryAfter, ...problem } = fault;
    return Response.json(problem, { status, headers: { 'retry-after': retryAfter ?? '' } });
  };
  const partsOf = (upload: string): Set<number> => {
    const parts = kept.get(upload) ?? new Set<number>();
    kept.set(upload, parts);
    return parts;
  };

  const begin = ({ product, sha256, size }: BeginUploadRequest): BeginUploadResponse => {
    const upload = `${product}.${sha256}`;
    const parts = Math.ceil(size / PART_BYTES);
    return { upload, partBytes: PART_BYTES, parts, received: [...partsOf(upload)] };
  };
  const publish = (upload: string): PublishResponse => {
    kept.delete(upload);
    const [product = '', sha256 = ''] = upload.split('.');
    const file = { product, fileName: 'Guide.pdf', size: 10, sha256 };
    return { ...file, pages: 15, title: null, changed: true };
  };
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const [, upload = ''] = /^\/api\/admin\/uploads\/(.+)/.exec(address) ?? [];
    if (address === '/api/admin/guides') return Response.json({ products: guides });
    if (method === 'DELETE') return Response.json(kept.delete(upload));
    if (upload !== '') return meet('publish') ?? Response.json(publish(upload));
    return meet('begin') ?? Response.json(begin(JSON.parse(String(body))));
  });

  vi.stubGlobal('window', page);
  vi.stubGlobal('navigator', browser);
  vi.spyOn(toast, 'success').mockImplementation((title) => told.push(String(title)));
  vi.spyOn(toast, 'error').mockImplementation((title, more) =>
    told.push(`${String(title)} / ${String(more?.description)}`),
  );
  inspect.mockReset().mockResolvedValue(GOOD);

  vi.resetModules();
  const { startSession } = await import('../../src/admin/session/session.ts');
  const upload = await import('../../src/admin/guides/upload.ts');
  startSession('2099-01-01T00:00:00Z');
  const { errorOf } = await import('../../src/api/request.ts');
  sendPart.mockImplementation(async (address, bytes, onSent, signal) => {
    const [, id = '', part = ''] = /uploads\/(.+)\/parts\/(\d+)$/.exec(address) ?? [];
    sent.push(`${part}:${bytes.size}`);
    await sleep(HALF_A_PART_MS);
    onSent(bytes.size / 2);
    await onPart?.(Number(part), onSent);
    // A browser may still tell of what left before the abort.
    onSent(bytes.size);
    signal.throwIfAborted();
    const fault = meet(`part ${part}`);
    if (fault) throw await errorOf(fault);
    await sleep(HALF_A_PART_MS);
    partsOf(id).add(Number(part));
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
    /** Lets time pass until the upload has come to an end. */
    upload: async (): Promise<void> => {
      const ends: 'over'[] = [];
      const end = upload.startUpload().finally(() => ends.push('over'));
      while (ends.length === 0) await vi.advanceTimersByTimeAsync(HALF_A_PART_MS);
      await end;
    },
    /** Lets time pass until the owner has seen that so many times. */
    until: async (words: string, times = 1): Promise<void> => {
      while (seen.filter((one) => one === words).length < times) {
        await vi.advanceTimersByTimeAsync(HALF_A_PART_MS);
      }
    },
    sent,
    told,
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
