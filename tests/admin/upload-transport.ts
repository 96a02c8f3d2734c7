import type { PublishResponse } from '../../src/contract/guide-files.ts';
import type { Failure } from '../../src/admin/guides/connection.ts';
import { createUpload, type Inspected, type UploadPorts } from '../../src/admin/guides/upload.ts';
import type { UploadState } from '../../src/admin/guides/upload-state.ts';

const PART_BYTES = 4;

/** An answer that the shop may give instead of doing what it is asked. */
export class Refusal extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.kind);
    this.failure = failure;
  }
}
export const AGAIN = new Refusal({ kind: 'again', afterMs: null });
export const FAULT = new Refusal({ kind: 'fault' });
export const LOGGED_OUT = new Refusal({ kind: 'logged-out' });
export const refusedWith = (code: string, reason: string): Refusal =>
  new Refusal({ kind: 'refused', code, reason });

export const aFile = (bytes = 10, name = 'Ages 6-10.pdf'): File =>
  new File([new Uint8Array(bytes)], name, { type: 'application/pdf' });

const findings = { pages: 15, title: null, fonts: { embedded: 1, missing: [] }, tagged: false };
export const GOOD: Inspected = { findings, sha256: 'a'.repeat(64), page: Promise.resolve(null) };

/** A state as a test reads it: `uploading 4`, `waiting 2 s`. */
const wordsFor = (state: UploadState): string => {
  if (state.step === 'waiting') {
    const { wait } = state;
    return wait.why === 'failed' ? `waiting ${wait.retryInSeconds} s` : wait.why;
  }
  return 'sentBytes' in state ? `${state.step} ${state.sentBytes}` : state.step;
};

const nothing = (): void => undefined;

/** A shop that keeps parts, a connection that can be broken, and a clock that only waiting moves. */
export function setUp(changes: { inspect?: UploadPorts['inspect'] } = {}) {
  const sent: string[] = [];
  const told: string[] = [];
  const seen: string[] = [];
  const kept = new Map<string, Set<number>>();
  /** What the next calls meet, by name: `begin`, `part 2`, `publish`. */
  const faults = new Map<string, Error[]>();
  let clockMs = 0;
  let isOnline = true;
  let published: PublishResponse | null = null;
  let wake = nothing;
  let logIn = nothing;
  /** Called in the middle of each part. */
  let onPart: (number: number) => Promise<void> | void = nothing;

  const meet = (call: string): void => {
    const fault = faults.get(call)?.shift();
    if (fault) throw fault;
  };
  const partsOf = (upload: string): Set<number> => {
    const parts = kept.get(upload) ?? new Set<number>();
    kept.set(upload, parts);
    return parts;
  };

  const upload = createUpload({
    inspect: changes.inspect ?? (async () => GOOD),
    guess: (name) => (name.includes('6-10') ? 'guide-1' : null),
    transport: {
      begin: async ({ file, product, sha256 }) => {
        meet('begin');
        const id = `${product}/${sha256}`;
        const parts = Math.ceil(file.size / PART_BYTES);
        return { upload: id, partBytes: PART_BYTES, parts, received: [...partsOf(id)] };
      },
      sendPart: async ({ upload: id, number, bytes }, onSent, signal) => {
        sent.push(`${number}:${bytes.size}`);
        clockMs += 500;
        onSent(bytes.size / 2);
        await onPart(number);
        // A browser may still tell of what left before the abort.
        onSent(bytes.size);
        signal.throwIfAborted();
        meet(`part ${number}`);
        clockMs += 500;
        partsOf(id).add(number);
      },
      publish: async (id) => {
        meet('publish');
        const [product = ''] = id.split('/');
        kept.delete(id);
        const fileName = 'Guide.pdf';
        return { product, fileName, size: 10, sha256: '', pages: 15, title: null, changed: true };
      },
      findPublished: async () => published,
      discard: async ({ product, sha256 }) => void kept.delete(`${product}/${sha256}`),
    },
    connection: {
      failureOf: (error) =>
        error instanceof Refusal ? error.failure : { kind: 'again', afterMs: null },
      whenLoggedIn: () => new Promise((resolve) => (logIn = resolve)),
      isOnline: () => isOnline,
      waitOrOnline: (ms) =>
        isOnline
          ? Promise.resolve((clockMs += ms)).then(() => 'waited')
          : new Promise((resolve) => (wake = () => resolve('online'))),
    },
    now: () => clockMs,
    tellError: (title, message) => void told.push(`${title} / ${message}`),
    tellSuccess: (title) => void told.push(title),
  });
  upload.state.subscribe(() => {
    const words = wordsFor(upload.state.get());
    if (words !== seen.at(-1)) seen.push(words);
  });

  return {
    upload,
    sent,
    told,
    seen,
    faults,
    kept,
    logIn: () => logIn(),
    isPublished: (by: PublishResponse) => (published = by),
    goOffline: () => (isOnline = false),
    comeOnline: () => {
      isOnline = true;
      wake();
    },
    duringPart: (act: typeof onPart) => (onPart = act),
    /** Ends when the owner has seen that so many times. */
    until: async (words: string, times = 1): Promise<void> => {
      while (seen.filter((one) => one === words).length < times) {
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}
