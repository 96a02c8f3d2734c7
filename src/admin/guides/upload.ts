import { createStore, type Store } from '../../store/store.ts';
import type { Connection } from './connection.ts';
import { type Job, sendFile, type Transport, type Watch } from './send-file.ts';
import { addSample, secondsFor, type Throughput } from './throughput.ts';
import {
  type Checked,
  checkedOf,
  isInProgress,
  mayStart,
  type Started,
  type UploadState,
} from './upload-state.ts';

export type Inspected =
  | Omit<Checked, 'file' | 'product'>
  | { readonly refusal: { readonly code: string; readonly reason: string } };

export type UploadPorts = {
  /** Checks the file as the shop will, on this machine. */
  readonly inspect: (file: File, signal: AbortSignal) => Promise<Inspected>;
  readonly guess: (fileName: string) => string | null;
  readonly transport: Transport & {
    /** Lets the shop forget the parts that it holds. */
    readonly discard: (job: Job) => Promise<void>;
  };
  readonly connection: Connection;
  /** Milliseconds, from any moment on. */
  readonly now: () => number;
  readonly tellError: (title: string, message: string) => void;
  readonly tellSuccess: (title: string) => void;
};

export type Upload = {
  readonly state: Store<UploadState>;
  /** Takes another file at any time; what the shop holds of one before it stays there. */
  readonly choose: (file: File) => Promise<void>;
  readonly chooseProduct: (product: string) => void;
  /** Begins, or goes on where it stopped. */
  readonly start: () => Promise<void>;
  readonly cancel: () => void;
  /** Puts the file away, and lets the shop forget what it holds of it. */
  readonly discard: () => Promise<void>;
};

const UNREADABLE =
  'This browser could not look into the file. Choose it once more, or reload this page.';
const FAILED = 'There was an error uploading the file.';

export function createUpload(ports: UploadPorts): Upload {
  const state = createStore<UploadState>({ step: 'idle' });
  let work = new AbortController();
  /** Of the file that is shown. Its page may still be drawn while the file is on its way. */
  let inspecting = new AbortController();

  /** Ends what runs. What that still has to say is not heard. */
  function startAnew(): { signal: AbortSignal; show: (next: UploadState) => void } {
    work.abort();
    work = new AbortController();
    const { signal } = work;
    return { signal, show: (next) => signal.aborted || state.set(next) };
  }

  function tellFailed(code: string | null): void {
    if (code === 'file_not_pdf') {
      ports.tellError('Invalid file type', 'Please upload a PDF file.');
    } else ports.tellError('Upload failed', FAILED);
  }

  async function choose(file: File): Promise<void> {
    const { signal, show } = startAnew();
    inspecting.abort();
    inspecting = new AbortController();
    const fileName = file.name;
    show({ step: 'checking', fileName });
    try {
      const found = await ports.inspect(file, inspecting.signal);
      if (signal.aborted) return;
      if ('refusal' in found) {
        const { code, reason } = found.refusal;
        show({ step: 'refused', fileName, reason });
        if (code === 'file_not_pdf') tellFailed(code);
      } else show({ step: 'ready', file, ...found, product: ports.guess(fileName) });
    } catch {
      show({ step: 'refused', fileName, reason: UNREADABLE });
    }
  }

  function chooseProduct(product: string): void {
    const now = state.get();
    if (mayStart(now)) state.set({ step: 'ready', ...checkedOf(now), product });
  }

  async function start(): Promise<void> {
    const now = state.get();
    if (!mayStart(now) || now.product === null) return;
    const { signal, show } = startAnew();
    const { file, sha256 } = now;
    const job = { file, sha256, product: now.product };
    let started: Started = { ...checkedOf(now), product: job.product, sentBytes: 0 };
    let throughput: Throughput = [];
    let isPublishAsked = false;
    const showMoving = (sentBytes: number) => {
      started = { ...started, sentBytes };
      throughput = addSample(throughput, { atMs: ports.now(), bytes: sentBytes });
      const remainingSeconds = secondsFor(file.size - sentBytes, throughput);
      show({ ...started, step: 'uploading', remainingSeconds });
    };
    // What was measured before a pause, or is there from another time, says nothing of the speed now.
    const watch: Watch = {
      onBegin: (keptBytes) => {
        throughput = [];
        isPublishAsked = false;
        showMoving(keptBytes);
      },
      onSent: showMoving,
      onWait: (wait) => {
        throughput = [];
        show({ ...started, step: 'waiting', wait, mayBeLive: isPublishAsked });
      },
      onPublish: () => {
        isPublishAsked = true;
        show({ ...started, step: 'publishing' });
      },
    };
    showMoving('sentBytes' in now ? now.sentBytes : 0);
    try {
      const result = await sendFile(job, ports.transport, ports.connection, watch, signal);
      show({ ...started, step: 'done', result });
      ports.tellSuccess('Upload successful');
    } catch (error) {
      if (signal.aborted) return;
      const failure = ports.connection.failureOf(error);
      const { code, reason } = failure.kind === 'refused' ? failure : { code: null, reason: null };
      const mayBeLive = isPublishAsked && failure.kind !== 'refused';
      show({ ...started, step: 'failed', reason: reason ?? FAILED, mayBeLive });
      tellFailed(code);
    }
  }

  function cancel(): void {
    const now = state.get();
    // What is being published may be live already.
    if (now.step !== 'uploading' && (now.step !== 'waiting' || now.mayBeLive)) return;
    startAnew().show({
      ...checkedOf(now),
      product: now.product,
      sentBytes: now.sentBytes,
      step: 'canceled',
    });
  }

  async function discard(): Promise<void> {
    const now = state.get();
    if (isInProgress(now)) return;
    startAnew().show({ step: 'idle' });
    if (now.step !== 'canceled' && now.step !== 'failed') return;
    const { file, sha256, product } = now;
    // The shop forgets them by itself later, so nobody need hear that it could not now.
    await ports.transport.discard({ file, sha256, product }).catch(() => undefined);
  }

  return { state, choose, chooseProduct, start, cancel, discard };
}
