/** Long enough to even out the bursts in which a browser tells of bytes, short enough to follow a change. */
const WINDOW_MS = 10_000;
/** What is measured over less says nothing yet. */
const ENOUGH_MS = 1_000;

type Sample = { readonly atMs: number; readonly bytes: number };

/** How many bytes were there at which times, oldest first, over the last seconds. */
export type Throughput = readonly Sample[];

export function addSample(throughput: Throughput, sample: Sample): Throughput {
  return [...throughput.filter(({ atMs }) => atMs >= sample.atMs - WINDOW_MS), sample];
}

/** How long that many bytes will take. Null until enough was measured, or while nothing moves. */
export function secondsFor(bytes: number, throughput: Throughput): number | null {
  const [first, last] = [throughput[0], throughput.at(-1)];
  if (!first || !last || last.atMs - first.atMs < ENOUGH_MS) return null;
  const bytesPerMs = (last.bytes - first.bytes) / (last.atMs - first.atMs);
  return bytesPerMs > 0 ? Math.ceil(bytes / bytesPerMs / 1000) : null;
}
