import { ApiError, request } from '../api/request.ts';
import type { Retries } from './retries.ts';

/** A slow line still delivers something in this time. */
const LONGEST_SILENCE_MS = 30_000;

/** What has arrived of a file. Another attempt goes on from there. */
export type PartialFile = {
  chunks: Uint8Array<ArrayBuffer>[];
  received: number;
  /** 0 if the response doesn't say. */
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

/** From 0 to 1; 0 if the length is unknown. A compressed response has more bytes than it says. */
export const fractionOf = ({ received, length }: PartialFile): number =>
  length === 0 ? 0 : Math.min(received / length, 1);

const canResume = ({ etag, received, length }: PartialFile): boolean =>
  etag !== null && received > 0 && received < length;

/** RFC 9110, sections 13.1.5 and 14.2. A later edition comes whole, with status 200. */
const resumeHeaders = (file: PartialFile): HeadersInit =>
  canResume(file) ? { range: `bytes=${file.received}-`, 'if-range': file.etag ?? '' } : {};

const startAnew = (file: PartialFile, { headers }: Response): void => {
  Object.assign(file, emptyFile());
  file.length = Number(headers.get('content-length'));
  file.etag = headers.get('etag');
  file.type = headers.get('content-type') ?? file.type;
};

/** Aborts after a silence. `heard` begins another one. */
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

/** One request for what is missing. */
async function fetchRest(url: string, file: PartialFile, onData: () => void): Promise<void> {
  const silence = limitSilence();
  try {
    const { signal } = silence;
    const response = await request(url, { signal, headers: resumeHeaders(file) });
    if (response.status !== 206) startAnew(file, response);
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      silence.heard();
      file.chunks.push(part.value);
      file.received += part.value.byteLength;
      onData();
    }
    // Some browsers report no error if a body ends early.
    if (file.received < file.length) throw new Error('ended early');
  } finally {
    silence.end();
  }
}

/** The shop has decided. Trying again changes nothing. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== 429;

type Options = {
  readonly retries: Retries;
  /** Called when data arrives, with false, and when the connection breaks, with true. */
  readonly report: (isWaiting: boolean) => void;
};

/**
 * Fetches what is missing of a file, as often as `retries` allows: Netlify ends a function after a
 * minute, and a phone loses its connection. Rejects with the last error, and `file` keeps what has
 * arrived.
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
