import { cpuTime } from '../../cpu-time.ts';
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
