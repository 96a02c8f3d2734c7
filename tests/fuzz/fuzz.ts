import * as fc from 'fast-check';
import { loadRoutes } from '../../netlify/local/routes.ts';
import { SITE, openWorld } from '../model/world.ts';
import { type Case, type Sent, toRequest } from './case.ts';
import { change } from './changes.ts';
import { createLeaks } from './leaks.ts';
import { listen } from './log.ts';
import { type Answer, faultsOf } from './oracle.ts';
import { type Tally, expectReach } from './reach.ts';
import { type Stage, setStage } from './stage.ts';
import { type Target, requestFor } from './templates.ts';

/** More than anything takes here, on the slowest machine; whoever needs longer hangs. */
const ANSWER_WITHIN_MS = 30_000;

/** Sessions that were opened on the way make the stand-in slow, and tickets expire. */
const REQUESTS_PER_STAGE = 500;

export type FuzzOptions = {
  readonly requests: number;
  readonly seed: number;
  /** Of a failure that fast-check has printed: replays that request alone. */
  readonly path?: string | undefined;
  readonly onRequest?: () => void;
};

const withinBound = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), ANSWER_WITHIN_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
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
  const world = await openWorld();
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
    const answer = await withinBound(answerTo(sent));
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
