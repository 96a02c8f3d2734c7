import { setTimeout } from 'node:timers/promises';
import * as fc from 'fast-check';
import { loadRoutes } from '../../netlify/local/routes.ts';
import { SITE, openWorld } from '../model/world.ts';
import { type Case, type Sent, toRequest } from './case.ts';
import { change } from './changes.ts';
import { createLeaks } from './leaks.ts';
import { listen } from './log.ts';
import { type Answer, faultsOf } from './oracle.ts';
import { type Stage, setStage } from './stage.ts';
import { type Target, requestFor } from './templates.ts';

/** More than anything takes here, on the slowest machine; whoever needs longer hangs. */
const ANSWER_WITHIN_MS = 30_000;

/** Sessions that were opened on the way make the stand-in slow, and tickets expire. */
const REQUESTS_PER_STAGE = 500;

type FuzzOptions = {
  readonly requests: number;
  readonly seed: number;
  /** Of a failure that fast-check has printed: replays that request alone. */
  readonly path?: string | undefined;
  readonly onRequest?: () => void;
};

/** The least part of all requests that must have met more than a rate limit. */
const LEAST_ADMITTED = 0.8;

/** How many answers of which function had which status: "files 206". */
type Tally = Record<string, number>;

/** Throws where the run was about too little: a function not met, or a limit that swallowed it. */
const expectReach = (tally: Tally, functions: readonly string[]): void => {
  const countOf = (pattern: RegExp): number =>
    Object.entries(tally).reduce((sum, [name, count]) => sum + (pattern.test(name) ? count : 0), 0);
  const unmet = functions.filter((name) => countOf(new RegExp(`^${name} `)) === 0);
  if (unmet.length > 0) throw new Error(`no request reached ${unmet.join(', ')}`);
  const admitted = 1 - countOf(/ 429$/) / countOf(/./);
  if (admitted < LEAST_ADMITTED) throw new Error(`rate limits let only ${admitted} through`);
};

const hanging = async (): Promise<never> => {
  await setTimeout(ANSWER_WITHIN_MS, undefined, { ref: false });
  throw new Error('no answer');
};

const fuzzedCase = (targets: readonly Target[]): fc.Arbitrary<Case> =>
  fc
    .tuple(requestFor(targets), fc.array(change, { maxLength: 3 }))
    .map(([given, changes]) => changes.reduce((made, one) => one(made), given));

/**
 * Sends generated requests to every function there is, and looks at each answer and at the log. Answers
 * what was answered. Throws with the seed, the path and the smallest request that goes wrong.
 */
export const fuzz = async ({ requests, seed, path, onRequest }: FuzzOptions): Promise<Tally> => {
  const before = { ...process.env };
  const world = await openWorld({ withMail: true });
  const leaks = createLeaks(before);
  const routes = await loadRoutes();
  const tally: Tally = {};
  const log = listen();
  let stage: Stage | undefined;
  let sentOnStage = 0;

  const answerTo = async ({ request }: Sent): Promise<Answer> => {
    const from = routes.find(({ claims }) => claims(request.url))?.name;
    const response = await world.call(request);
    const body = Buffer.from(await response.arrayBuffer());
    return { from, status: response.status, headers: response.headers, body };
  };

  const passes = async (given: Case): Promise<void> => {
    if (!stage || sentOnStage === REQUESTS_PER_STAGE) {
      stage = await setStage(world);
      sentOnStage = 0;
      log.take();
    }
    sentOnStage += 1;
    const here = stage;
    const sent = toRequest(SITE, given, here.held, here.sign);
    const answer = await Promise.race([answerTo(sent), hanging()]);
    const lines = log.take();
    const faults = [
      ...(await faultsOf(leaks, here, sent, answer)),
      ...lines.flatMap((line) => leaks.inLog(here, line)),
    ];
    const name = `${answer.from ?? 'nobody'} ${answer.status}`;
    tally[name] = (tally[name] ?? 0) + 1;
    if (faults.length > 0) {
      throw new Error(`${name}: ${faults.join('; ')}\n${answer.body.toString().slice(0, 500)}`);
    }
    onRequest?.();
  };

  try {
    await fc.assert(fc.asyncProperty(fuzzedCase(routes), passes), {
      numRuns: requests,
      seed,
      ...(path !== undefined && { path }),
    });
    const names = routes.map(({ name }) => name);
    if (path === undefined) expectReach(tally, names);
    return tally;
  } finally {
    log.stop();
    await world.close();
  }
};
