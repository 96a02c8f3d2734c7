import type {
  BeginUploadResponse,
  GuideFilesResponse,
  PublishResponse,
} from '../../contract/guide-files.ts';
import type { Connection } from './connection.ts';
import { retry, type Wait } from './retry.ts';

/** Another tab, or the shop's own clearing, may take parts away before they are put together: once more, then. */
const MAX_ROUNDS = 3;

/** How often the shop may fail on publishing a file before the owner is told. Silence is no such failure. */
const MAX_PUBLISH_FAULTS = 5;

/** One file on its way to one product. */
export type Job = { readonly file: File; readonly sha256: string; readonly product: string };

export type Transport = {
  readonly begin: (job: Job) => Promise<BeginUploadResponse>;
  /** `onSent` hears how many bytes of this part are on their way. */
  readonly sendPart: (
    part: { readonly upload: string; readonly number: number; readonly bytes: Blob },
    onSent: (bytes: number) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  readonly publish: (upload: string) => Promise<PublishResponse>;
  /** What `publish` would have answered, where buyers get this very file already; else null. */
  readonly findPublished: (job: Job) => Promise<PublishResponse | null>;
};

export type Watch = {
  /** Sending begins, or begins again; the shop holds that many bytes already. */
  readonly onBegin: (keptBytes: number) => void;
  /** So many bytes are at the shop or on their way. */
  readonly onSent: (sentBytes: number) => void;
  readonly onWait: (wait: Wait) => void;
  readonly onPublish: () => void;
};

/** What the shop answered when it published a file, read off the list; null where buyers get another one. */
export function findPublished(
  { products }: GuideFilesResponse,
  { product, sha256 }: Pick<Job, 'product' | 'sha256'>,
): PublishResponse | null {
  const found = products.find(({ id }) => id === product);
  const current = found?.current;
  if (!found || !current || current.isSample || current.sha256 !== sha256) return null;
  const { size, pages, title } = current;
  return { product, fileName: found.file_name, size, sha256, pages, title, changed: true };
}

/** Sends the parts that the shop has not got yet, one after another, and has them published. */
export async function sendFile(
  job: Job,
  transport: Transport,
  connection: Connection,
  watch: Watch,
  signal: AbortSignal,
): Promise<PublishResponse> {
  const { file } = job;
  const untilAnswered = <Answer>(call: () => Promise<Answer>, maxFaults?: number) =>
    retry(call, connection, watch.onWait, signal, maxFaults);

  const sendParts = async ({ upload, partBytes, parts, received }: BeginUploadResponse) => {
    const bytesOf = (number: number) =>
      file.slice(number * partBytes, Math.min((number + 1) * partBytes, file.size));
    let kept = received.reduce((sum, number) => sum + bytesOf(number).size, 0);
    watch.onBegin(kept);
    const there = new Set(received);
    for (let number = 0; number < parts; number += 1) {
      if (there.has(number)) continue;
      const bytes = bytesOf(number);
      await untilAnswered(() => {
        watch.onSent(kept);
        const onSent = (sent: number) => watch.onSent(kept + Math.min(sent, bytes.size));
        return transport.sendPart({ upload, number, bytes }, onSent, signal);
      });
      kept += bytes.size;
      watch.onSent(kept);
    }
  };

  for (let round = 1; ; round += 1) {
    const begun = await untilAnswered(() => transport.begin(job));
    await sendParts(begun);
    try {
      return await untilAnswered(() => {
        watch.onPublish();
        return transport.publish(begun.upload);
      }, MAX_PUBLISH_FAULTS);
    } catch (error) {
      if (signal.aborted) throw error;
      const failure = connection.failureOf(error);
      if (failure.kind === 'fault') {
        const published = await transport.findPublished(job).catch(() => null);
        if (published) return published;
      }
      const isIncomplete = failure.kind === 'refused' && failure.code === 'upload_incomplete';
      if (signal.aborted || round === MAX_ROUNDS || !isIncomplete) throw error;
      // The parts go when they are published, so the answer to that may be what was lost.
      const published = await untilAnswered(() => transport.findPublished(job));
      if (published) return published;
    }
  }
}
