import { mock } from 'node:test';
import * as fc from 'fast-check';
import { loadRoutes } from '../../netlify/local/routes.ts';
import { openWorld } from '../model/world.ts';
import { createOracle } from './oracle.ts';
import { type Case, toRequest } from './case.ts';
import { requestsOn } from './requests.ts';
import { setStage } from './stage.ts';

/** More than anything takes here, on the slowest machine; whoever needs longer hangs. */
const ANSWER_WITHIN_MS = 30_000;

/** Sessions that are opened on the way make the stand-in slow, and tickets expire. */
const REQUESTS_PER_STAGE = 500;

type FuzzOptions = {
  readonly requests: number;
  readonly seed: number;
  /** Of a failure that fast-check has printed with its seed: replays that request alone. */
  readonly path?: string | undefined;
};

/**
 * Sends generated requests to every function there is, and looks at each answer and at the log. Answers
 * how many answers of which function had which status: "files 206". Throws with the seed, the path and
 * the smallest request that goes wrong.
 */
export const fuzz = async ({ requests, seed, path }: FuzzOptions) => {
  const before = { ...process.env };
  const world = await openWorld({ withMail: true });
  const faultsOf = createOracle(before);
  const routes = await loadRoutes();
  const tally: Record<string, number> = {};
  const log: string[] = [];
  const consoles = (['log', 'warn', 'error'] as const).map((name) =>
    mock.method(console, name, (...words: unknown[]) => void log.push(words.map(String).join(' '))),
  );

  try {
    for (let sent = 0; sent < requests; sent += REQUESTS_PER_STAGE) {
      const stage = await setStage(world);
      log.length = 0;
      const passes = async (given: Case): Promise<void> => {
        const request = toRequest(given);
        const from = routes.find(({ claims }) => claims(request.url))?.name;
        const response = await world.call(request);
        const body = Buffer.from(await response.arrayBuffer());
        const { status, headers } = response;
        const answer = { from, status, headers, body, log: log.splice(0) };
        const faults = await faultsOf(stage, given, request, answer);
        const name = `${from ?? 'nobody'} ${status}`;
        tally[name] = (tally[name] ?? 0) + 1;
        if (faults.length > 0) {
          throw new Error(`${name}: ${faults.join('; ')}\n${body.toString().slice(0, 500)}`);
        }
      };
      await fc.assert(fc.asyncProperty(requestsOn(stage, routes), passes), {
        numRuns: Math.min(REQUESTS_PER_STAGE, requests - sent),
        seed: seed + sent,
        timeout: ANSWER_WITHIN_MS,
        ...(path !== undefined && { path }),
      });
    }
    return { tally, functions: routes.map(({ name }) => name) };
  } finally {
    for (const { mock: one } of consoles) one.restore();
    await world.close();
  }
};
