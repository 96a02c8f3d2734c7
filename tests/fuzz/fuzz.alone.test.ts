import * as fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { loadRoutes } from '../../netlify/local/routes.ts';
import { REPLAYED, SEED, runsOf } from '../depth.ts';
import { openWorld } from '../model/world.ts';
import { createOracle } from './oracle.ts';
import { type Case, requestsOn, toRequest } from './requests.ts';
import { setStage } from './stage.ts';

const REQUESTS = runsOf(800, 50_000);
/** More would make the stand-in slow, since requests open sessions, and tickets would expire. */
const REQUESTS_PER_STAGE = 400;
const ANSWER_WITHIN_MS = 30_000;

/** Statuses that must occur, which shows that most requests are nearly right. */
const MET = {
  'create-payment': [200, 303],
  'find-purchase': [202, 303],
  'verify-payment': [200],
  orders: [200],
  products: [200],
  'secure-file-access': [200],
  files: [200, 206, 304, 416],
  'purchase-page': [200],
  withdraw: [403],
  'stripe-webhook': [200],
  unsubscribe: [200, 404],
  jobs: [200],
  admin: [401],
};

const before = { ...process.env };
const world = await openWorld({ withMail: true });
afterAll(world.close);
const faultsOf = createOracle(before);
const routes = await loadRoutes();

test('no request makes a function fail, hang, or reveal anything private', async () => {
  const met = new Set<string>();
  const log: string[] = [];
  for (const name of ['log', 'warn', 'error'] as const) {
    vi.spyOn(console, name).mockImplementation((...words) => void log.push(words.join(' ')));
  }
  for (let sent = 0; sent < REQUESTS; sent += REQUESTS_PER_STAGE) {
    const stage = await setStage(world);
    const passes = async (given: Case): Promise<void> => {
      const request = toRequest(given);
      const from = routes.find(({ claims }) => claims(request.url))?.name;
      log.length = 0;
      const { status, headers, body } = await world.call(request).then(async (response) => {
        const bytes = Buffer.from(await response.arrayBuffer());
        return { status: response.status, headers: response.headers, body: bytes };
      });
      const answer = { from, status, headers, body, log: log.join('\n') };
      const faults = await faultsOf(stage, given, request, answer);
      met.add(`${from} ${status}`);
      if (faults.length > 0) throw new Error(`${from} ${status}: ${faults.join('; ')}\n${body}`);
    };
    await fc.assert(fc.asyncProperty(requestsOn(stage, routes), passes), {
      numRuns: Math.min(REQUESTS_PER_STAGE, REQUESTS - sent),
      seed: SEED + sent,
      timeout: ANSWER_WITHIN_MS,
      ...REPLAYED,
    });
  }
  const wanted = Object.entries(MET).flatMap(([name, all]) => all.map((one) => `${name} ${one}`));
  expect([...met]).toEqual(expect.arrayContaining(wanted));
  const names = [...met].map((one) => one.split(' ')[0]);
  expect(names).toEqual(expect.arrayContaining(routes.map(({ name }) => name)));
});
