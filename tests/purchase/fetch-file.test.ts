import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../src/api/request.ts';
import { emptyFile, fetchFile, fractionOf } from '../../src/purchase/fetch-file.ts';
import { createRetries } from '../../src/purchase/retries.ts';

/** Dispatches the events of the window and the document. */
let events: EventTarget;
beforeEach(() => {
  vi.useFakeTimers();
  events = new EventTarget();
  vi.stubGlobal('window', events);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', Object.assign(events, { visibilityState: 'visible' }));
});

const refused = (detail: string) => Response.json({ detail }, { status: 403 });

/** The headers of a 4-byte file. */
const PDF = { 'content-type': 'application/pdf', 'content-length': '4' };
const ETAG = { etag: '"of the edition"' };
const whole = (text: string, headers = {}, status = 200) => new Response(text, { status, headers });

/** A response with a 4-byte file that breaks off after this part. */
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

type FakeResponse = Response | 'no connection' | ((signal: RequestInit['signal']) => Response);

/** Responds to a file's requests in the given order, and fails all later requests. */
const respondWith = (...responses: FakeResponse[]) => {
  const requests: { headers: HeadersInit | undefined; at: number }[] = [];
  const startedAt = Date.now();
  vi.stubGlobal('fetch', async (_url: string, { headers, signal }: RequestInit) => {
    requests.push({ headers, at: Date.now() - startedAt });
    const response = responses.shift() ?? 'no connection';
    if (response === 'no connection') throw new TypeError('no connection');
    return typeof response === 'function' ? response(signal) : response;
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

/** Runs all timers, and expects the download to fail. */
const expectFailure = async (fetched: Promise<Blob>): Promise<void> => {
  const [result] = await Promise.all([
    fetched.then(() => 'succeeded', String),
    vi.runAllTimersAsync(),
  ]);
  expect(result).toContain('no connection');
};

const textOf = async (blob: Promise<Blob>): Promise<string> => (await blob).text();

const resumeAt = (byte: number) => ({ range: `bytes=${byte}-`, 'if-range': ETAG.etag });

describe('fetchFile', () => {
  test('resumes a download at the right byte after each interruption', async () => {
    const rest = whole('F', {}, 206);
    const requests = respondWith(breaking('%', ETAG), breaking('PD', ETAG, 206), rest);
    const { fetched, reports } = startFetch();
    await vi.runAllTimersAsync();
    expect(await textOf(fetched)).toBe('%PDF');
    expect((await fetched).type).toBe('application/pdf');
    expect(requests.map(({ headers }) => headers)).toEqual([{}, resumeAt(1), resumeAt(3)]);
    expect(reports).toEqual(['0.25', 'waits', '0.75', 'waits', '1']);
  });

  test('resumes a download that ends early without an error', async () => {
    respondWith(whole('%PD', { ...PDF, ...ETAG }), whole('F', {}, 206));
    const { fetched } = startFetch();
    await vi.runAllTimersAsync();
    expect(await textOf(fetched)).toBe('%PDF');
  });

  test('restarts a download if the edition has changed', async () => {
    respondWith(breaking('%P', ETAG), whole('NEW!', { ...PDF, etag: '"another"' }));
    const { fetched } = startFetch();
    await vi.runAllTimersAsync();
    expect(await textOf(fetched)).toBe('NEW!');
  });

  test('restarts a download if the edition cannot be identified', async () => {
    const requests = respondWith(breaking('%P'), whole('%PDF', PDF));
    const { fetched } = startFetch();
    await vi.runAllTimersAsync();
    expect(await textOf(fetched)).toBe('%PDF');
    expect(requests[1]?.headers).toEqual({});
  });

  test('fetches a file of unknown length without reporting progress', async () => {
    respondWith(whole('%PDF'));
    const { fetched, reports } = startFetch();
    expect(await textOf(fetched)).toBe('%PDF');
    expect(reports).toEqual(['0']);
  });

  test.each(['online', 'visibilitychange'])(
    'retries a download immediately on the %s event',
    async (event) => {
      const requests = respondWith(breaking('%P', ETAG), whole('DF', {}, 206));
      const { fetched } = startFetch();
      await vi.advanceTimersByTimeAsync(10);
      expect(requests).toHaveLength(1);
      events.dispatchEvent(new Event(event));
      await vi.advanceTimersByTimeAsync(0);
      expect(await textOf(fetched)).toBe('%PDF');
    },
  );

  test('retries a download for minutes, with growing delays', async () => {
    const requests = respondWith(breaking('%P', ETAG));
    const { fetched } = startFetch();
    await expectFailure(fetched);
    const times = requests.map(({ at }) => at / 1000);
    expect(times.slice(0, 4)).toEqual([0, 1, 3, 7]);
    expect(times.at(-1)).toBeGreaterThanOrEqual(5 * 60);
    expect(times.length).toBeLessThan(25);
  });

  test('resets the retry count after each new byte', async () => {
    const breaks = Array.from({ length: 10 }, () => 'no connection' as const);
    respondWith(
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

  test('waits one second after each interruption, however long the previous one lasted', async () => {
    const requests = respondWith(
      breaking('%', ETAG),
      'no connection',
      'no connection',
      breaking('P', ETAG, 206),
      whole('DF', {}, 206),
    );
    const { fetched } = startFetch();
    await vi.runAllTimersAsync();
    expect(await textOf(fetched)).toBe('%PDF');
    expect(requests.map(({ at }) => at / 1000)).toEqual([0, 1, 3, 7, 8]);
  });

  test('gives up within seconds on a download that never starts', async () => {
    const requests = respondWith();
    const { fetched } = startFetch();
    await expectFailure(fetched);
    expect(requests.at(-1)?.at).toBeLessThan(5_000);
  });

  test('retries for minutes if a download cannot start because the phone is offline', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    const requests = respondWith();
    const { fetched } = startFetch();
    await expectFailure(fetched);
    expect(requests.at(-1)?.at).toBeGreaterThan(4 * 60_000);
  });

  test('does not retry a download if the shop refuses the file', async () => {
    const requests = respondWith(refused('Not yours.'));
    await expect(startFetch().fetched).rejects.toThrow(ApiError);
    expect(requests).toHaveLength(1);
  });

  test('retries a download after the delay that the shop asks for', async () => {
    const busy = Response.json({}, { status: 429, headers: { 'retry-after': '2' } });
    const requests = respondWith(busy, whole('%PDF', PDF));
    const { fetched } = startFetch();
    await vi.runAllTimersAsync();
    expect(await textOf(fetched)).toBe('%PDF');
    expect(requests[1]?.at).toBe(2_000);
  });

  test('resumes a download on the buyer’s next click', async () => {
    const file = emptyFile();
    respondWith(breaking('%P', ETAG));
    const { fetched } = startFetch(file);
    await expectFailure(fetched);
    const requests = respondWith(whole('DF', {}, 206));
    expect(await textOf(startFetch(file).fetched)).toBe('%PDF');
    expect(requests[0]?.headers).toEqual(resumeAt(2));
  });

  test('limits the time without data, not the duration of the whole download', async () => {
    let stream: ReadableStreamDefaultController | undefined;
    const slow: FakeResponse = (signal) => {
      const start = (controller: ReadableStreamDefaultController): void => {
        stream = controller;
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      };
      return new Response(new ReadableStream({ start }), { headers: { ...PDF, ...ETAG } });
    };
    const requests = respondWith(slow, whole('F', {}, 206));
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
