import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../src/api/request.ts';
import { emptyFile, fetchFile, fractionOf } from '../../src/purchase/fetch-file.ts';
import { createRetries } from '../../src/purchase/retries.ts';

/** The events of the window and the document. */
let events: EventTarget;
beforeEach(() => {
  vi.useFakeTimers();
  events = new EventTarget();
  vi.stubGlobal('window', events);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', Object.assign(events, { visibilityState: 'visible' }));
});

const refused = (detail: string) => Response.json({ detail }, { status: 403 });

/** The headers of a file of 4 bytes. */
const PDF = { 'content-type': 'application/pdf', 'content-length': '4' };
const ETAG = { etag: '"of the edition"' };
const whole = (text: string, headers = {}, status = 200) => new Response(text, { status, headers });

/** A file of 4 bytes that breaks off after this part. */
const breaking = (part: string, more: Record<string, string> = {}, status = 200): Response => {
  const chunks = part ? [new TextEncoder().encode(part)] : [];
  const pull = (stream: ReadableStreamDefaultController) => {
    const chunk = chunks.pop();
    if (chunk) stream.enqueue(chunk);
    else stream.error(new Error('hung up'));
  };
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  return new Response(body, { status, headers: { ...PDF, ...more } });
};

type Answer = Response | 'no connection' | ((signal: RequestInit['signal']) => Response);

/** Returns the given responses to a file's requests in order, and then fails all others. */
const answerWith = (...answers: Answer[]) => {
  const requests: { headers: HeadersInit | undefined; at: number }[] = [];
  const startedAt = Date.now();
  vi.stubGlobal('fetch', async (_url: string, { headers, signal }: RequestInit) => {
    requests.push({ headers, at: Date.now() - startedAt });
    const answer = answers.shift() ?? 'no connection';
    if (answer === 'no connection') throw new TypeError('no connection');
    return typeof answer === 'function' ? answer(signal) : answer;
  });
  return requests;
};

const startFetch = (file = emptyFile()) => {
  const reports: string[] = [];
  const report = (isWaiting: boolean) =>
    reports.push(isWaiting ? 'waits' : String(fractionOf(file)));
  const fetched = fetchFile('/file', file, { retries: createRetries(), report });
  return { fetched, reports };
};

/** Runs all timers until it fails. */
const failInTheEnd = async (fetched: Promise<Blob>): Promise<void> => {
  const [result] = await Promise.all([
    fetched.then(() => 'succeeded', String),
    vi.runAllTimersAsync(),
  ]);
  expect(result).toContain('no connection');
};

const textOf = async (blob: Promise<Blob>): Promise<string> => (await blob).text();

const resumeAt = (byte: number) => ({ range: `bytes=${byte}-`, 'if-range': ETAG.etag });

describe('fetchFile', () => {
  test('resumes where the file broke off, as often as it breaks', async () => {
    const rest = whole('F', {}, 206);
    const requests = answerWith(breaking('%', ETAG), breaking('PD', ETAG, 206), rest);
    const { fetched, reports } = startFetch();
    await vi.runAllTimersAsync();
    expect(await textOf(fetched)).toBe('%PDF');
    expect((await fetched).type).toBe('application/pdf');
    expect(requests.map(({ headers }) => headers)).toEqual([{}, resumeAt(1), resumeAt(3)]);
    expect(reports).toEqual(['0.25', 'waits', '0.75', 'waits', '1']);
  });

  test('resumes a file that ends early without an error', async () => {
    answerWith(whole('%PD', { ...PDF, ...ETAG }), whole('F', {}, 206));
    const { fetched } = startFetch();
    await vi.runAllTimersAsync();
    expect(await textOf(fetched)).toBe('%PDF');
  });

  test('restarts if the edition has changed', async () => {
    answerWith(breaking('%P', ETAG), whole('NEW!', { ...PDF, etag: '"another"' }));
    const { fetched } = startFetch();
    await vi.runAllTimersAsync();
    expect(await textOf(fetched)).toBe('NEW!');
  });

  test('restarts if the edition cannot be identified', async () => {
    const requests = answerWith(breaking('%P'), whole('%PDF', PDF));
    const { fetched } = startFetch();
    await vi.runAllTimersAsync();
    expect(await textOf(fetched)).toBe('%PDF');
    expect(requests[1]?.headers).toEqual({});
  });

  test('fetches a file of unknown length without progress', async () => {
    answerWith(whole('%PDF'));
    const { fetched, reports } = startFetch();
    expect(await textOf(fetched)).toBe('%PDF');
    expect(reports).toEqual(['0']);
  });

  test.each(['online', 'visibilitychange'])('tries again at once on %s', async (event) => {
    const requests = answerWith(breaking('%P', ETAG), whole('DF', {}, 206));
    const { fetched } = startFetch();
    await vi.advanceTimersByTimeAsync(10);
    expect(requests).toHaveLength(1);
    events.dispatchEvent(new Event(event));
    await vi.advanceTimersByTimeAsync(0);
    expect(await textOf(fetched)).toBe('%PDF');
  });

  test('retries for minutes, with growing delays', async () => {
    const requests = answerWith(breaking('%P', ETAG));
    const { fetched } = startFetch();
    await failInTheEnd(fetched);
    const times = requests.map(({ at }) => at / 1000);
    expect(times.slice(0, 4)).toEqual([0, 1, 3, 7]);
    expect(times.at(-1)).toBeGreaterThanOrEqual(5 * 60);
    expect(times.length).toBeLessThan(25);
  });

  test('waits as long again after each byte', async () => {
    const breaks = Array.from({ length: 10 }, () => 'no connection' as const);
    answerWith(
      breaking('%', ETAG),
      ...breaks,
      breaking('P', ETAG, 206),
      ...breaks,
      whole('DF', {}, 206),
    );
    const { fetched } = startFetch();
    await vi.runAllTimersAsync();
    expect(await textOf(fetched)).toBe('%PDF');
  });

  test('gives up on a file that never begins within seconds', async () => {
    const requests = answerWith();
    const { fetched } = startFetch();
    await failInTheEnd(fetched);
    expect(requests.at(-1)?.at).toBeLessThan(5_000);
  });

  test('waits for minutes for a file that never begins while the phone is offline', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    const requests = answerWith();
    const { fetched } = startFetch();
    await failInTheEnd(fetched);
    expect(requests.at(-1)?.at).toBeGreaterThan(4 * 60_000);
  });

  test('tries once if the shop refuses the file', async () => {
    const requests = answerWith(refused('Not yours.'));
    await expect(startFetch().fetched).rejects.toThrow(ApiError);
    expect(requests).toHaveLength(1);
  });

  test('waits as long as the shop asks', async () => {
    const busy = Response.json({}, { status: 429, headers: { 'retry-after': '2' } });
    const requests = answerWith(busy, whole('%PDF', PDF));
    const { fetched } = startFetch();
    await vi.runAllTimersAsync();
    expect(await textOf(fetched)).toBe('%PDF');
    expect(requests[1]?.at).toBe(2_000);
  });

  test('resumes on a later click', async () => {
    const file = emptyFile();
    answerWith(breaking('%P', ETAG));
    const { fetched } = startFetch(file);
    await failInTheEnd(fetched);
    const requests = answerWith(whole('DF', {}, 206));
    expect(await textOf(startFetch(file).fetched)).toBe('%PDF');
    expect(requests[0]?.headers).toEqual(resumeAt(2));
  });

  test('limits the time without data, not the whole download', async () => {
    let stream: ReadableStreamDefaultController | undefined;
    const slow: Answer = (signal) => {
      const start = (controller: ReadableStreamDefaultController): void => {
        stream = controller;
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      };
      return new Response(new ReadableStream({ start }), { headers: { ...PDF, ...ETAG } });
    };
    const requests = answerWith(slow, whole('F', {}, 206));
    const { fetched } = startFetch();
    for (const byte of '%PD') {
      await vi.advanceTimersByTimeAsync(29_000);
      stream?.enqueue(new TextEncoder().encode(byte));
    }
    await vi.advanceTimersByTimeAsync(29_000);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await textOf(fetched)).toBe('%PDF');
    expect(requests[1]?.headers).toEqual(resumeAt(3));
  });
});
