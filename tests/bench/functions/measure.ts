import { GCProfiler } from 'node:v8';
import { median } from '../figures.ts';

/** A call with what it needs beforehand, which is not measured. */
export type Prepared = {
  readonly before: () => void;
  readonly run: (request: Request) => Promise<Response>;
};

/** To the last byte, and no copy of any. */
const drain = async ({ body }: Response): Promise<void> => {
  if (!body) return;
  const reader = body.getReader();
  while (!(await reader.read()).done);
};

/** Microseconds. */
type Times = {
  /** Of a clock, the median. It counts waiting for the machine too. */
  readonly wall: number;
  /** Of the processor, all threads of this process, the mean. */
  readonly cpu: number;
};

const cpuTime = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** Turn by turn, so that whatever else the machine does meets all alike. */
export const measureTimes = async (
  sides: readonly Prepared[],
  newRequest: () => Request,
  calls: number,
): Promise<Times[]> => {
  const measured = sides.map(() => ({ walls: [] as number[], cpu: 0 }));
  for (let call = 0; call < calls; call += 1) {
    for (const [which, { before, run }] of sides.entries()) {
      const request = newRequest();
      before();
      const cpuBefore = cpuTime();
      const started = performance.now();
      await drain(await run(request));
      const wall = 1000 * (performance.now() - started);
      const sum = measured[which];
      if (!sum) continue;
      sum.walls.push(wall);
      sum.cpu += cpuTime() - cpuBefore;
    }
  }
  return measured.map(({ walls, cpu }) => ({ wall: median(walls), cpu: cpu / calls }));
};

/**
 * By how many bytes a call the heap in use grows over many calls while nothing is collected: the young generation
 * is made as large as that (`--min-semi-space-size`). NaN where the collector says that it ran all the same.
 */
export const measureBytes = async (
  { before, run }: Prepared,
  newRequest: () => Request,
  calls: number,
): Promise<number> => {
  const requests = Array.from({ length: calls }, newRequest);
  globalThis.gc?.();
  const collector = new GCProfiler();
  collector.start();
  const heapBefore = process.memoryUsage().heapUsed;
  for (const request of requests) {
    before();
    await drain(await run(request));
  }
  const grown = process.memoryUsage().heapUsed - heapBefore;
  return collector.stop().statistics.length === 0 ? grown / calls : Number.NaN;
};
