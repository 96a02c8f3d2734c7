import { ApiError, request } from '../api/request.ts';
import type { Retries } from './retries.ts';

/** Even a slow connection delivers something in this time. */
const LONGEST_SILENCE_MS = 30_000;

/** The part of a file that has arrived. The next attempt continues from there. */
export type PartialFile = {
  chunks: Uint8Array<ArrayBuffer>[];
  received: number;
  /** 0 if the response has no Content-Length. */
  length: number;
  /** Identifies the edition that the bytes belong to. */
  etag: string | null;
  type: string;
};

export const emptyFile = (): PartialFile => ({
  chunks: [],
  received: 0,
  length: 0,
  etag: null,
  type: 'application/pdf',
});

/**
 * From 0 to 1; 0 if the length is unknown. If a response is compressed, `received` can exceed
 * `length`.
 */
export const fractionOf = ({ received, length }: PartialFile): number =>
  length === 0 ? 0 : Math.min(received / length, 1);

const canResume = ({ etag, received, length }: PartialFile): boolean =>
  etag !== null && received > 0 && received < length;

/**
 * RFC 9110, sections 13.1.5 and 14.2. If the edition has changed, the response is a 200 with the
 * whole file.
 */
const resumeHeaders = (file: PartialFile): HeadersInit =>
  canResume(file) ? { range: `bytes=${file.received}-`, 'if-range': file.etag ?? '' } : {};

const startOver = (file: PartialFile, { headers }: Response): void => {
  Object.assign(file, emptyFile());
  file.length = Number(headers.get('content-length'));
  file.etag = headers.get('etag');
  file.type = headers.get('content-type') ?? file.type;
};

/** Aborts if `heard` is not called for `LONGEST_SILENCE_MS`. */
function limitSilence() {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(), LONGEST_SILENCE_MS);
  };
  heard();
  return { signal: controller.signal, heard, end: () => clearTimeout(timer) };
}

/** Sends one request for the missing part. */
async function fetchRest(url: string, file: PartialFile, onData: () => void): Promise<void> {
  const silence = limitSilence();
  try {
    const { signal } = silence;
    const response = await request(url, { signal, headers: resumeHeaders(file) });
    if (response.status !== 206) startOver(file, response);
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      silence.heard();
      file.chunks.push(part.value);
      file.received += part.value.byteLength;
      onData();
    }
    // Some browsers report no error if a body ends early.
    if (file.received < file.length) throw new Error('the response ended early');
  } finally {
    silence.end();
  }
}

/** Whether the shop's response means that another attempt would fail too. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== 429;

type Options = {
  readonly retries: Retries;
  /** Called with false when data arrives, and with true when the connection breaks. */
  readonly report: (isWaiting: boolean) => void;
};

/**
 * Fetches the missing part of a file. Makes as many attempts as `retries` allows, because Netlify
 * ends a function after a minute, and phones lose their connection. Rejects with the last error.
 * `file` keeps the part that has arrived.
 */
export async function fetchFile(
  url: string,
  file: PartialFile,
  { retries, report }: Options,
): Promise<Blob> {
  const onData = (): void => {
    retries.noteData();
    report(false);
  };
  for (;;) {
    try {
      await fetchRest(url, file, onData);
      return new Blob(file.chunks, { type: file.type });
    } catch (error) {
      if (isFinal(error)) throw error;
      report(true);
      const minWaitMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
      if (!(await retries.wait({ hasBegun: file.received > 0, minWaitMs }))) throw error;
    }
  }
}
