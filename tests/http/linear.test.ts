import { expect, test } from 'vitest';
import { cpuTime } from '../cpu-time.ts';
import {
  evaluateConditions,
  mayHonorRange,
  parseRange,
} from '../../netlify/downloads/file-response.ts';
import { isDownload } from '../../netlify/downloads/count-downloads.ts';

const ETAG = `"${'a'.repeat(64)}"`;
const request = (name: string, value: string) =>
  new Request('http://localhost/', { headers: { [name]: value } });

/** Who reads what a caller, or an editor, has written. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  Range: (text) => parseRange(text, 1000),
  'Range, behind its unit': (text) => parseRange(`bytes=0${text}-9`, 1000),
  'If-Match': (text) => evaluateConditions(new Headers({ 'if-match': text }), ETAG),
  'If-None-Match': (text) => evaluateConditions(new Headers({ 'if-none-match': text }), ETAG),
  'If-Range': (text) => mayHonorRange(new Headers({ 'if-range': text }), ETAG),
  'User-Agent': (text) => isDownload(request('user-agent', text)),
  'Sec-Purpose': (text) => isDownload(request('sec-purpose', text)),
};

/** What patterns stumble over, as long as asked for, with something at the end that does not fit. */
const RUNS = [' ', '\t', '0', ',', '-', '"', 'W/"', '=', ';', '.', 'a', '. '];
const runOf = (unit: string, length: number): string => `x${unit.repeat(length / unit.length)}x`;

const LENGTH = 8000;
/** Below this nothing is told apart from the process's own unrest; a quadratic reader takes longer. */
const UNREST_US = 20_000;

/** The processor's time of the best of five, in microseconds. */
const timeOf = (read: (text: string) => unknown, text: string): number => {
  const times = [1, 2, 3, 4, 5].map(() => {
    const before = cpuTime();
    read(text);
    return cpuTime() - before;
  });
  return Math.min(...times);
};

test.each(Object.entries(READERS))(
  '%s of four times the length takes about four times as long, never sixteen',
  (_, read) => {
    for (const unit of RUNS) {
      const once = timeOf(read, runOf(unit, LENGTH));
      const four = timeOf(read, runOf(unit, 4 * LENGTH));
      expect(four, `a run of ${JSON.stringify(unit)}`).toBeLessThan(8 * once + UNREST_US);
    }
  },
);
