import { orderNumber } from '../../src/contract/order-number.ts';
import type { OrderAccessRequest } from '../../src/contract/admin-orders.ts';
import { sealSession } from '../../netlify/admin/session.ts';
import { RANKS, type Truth } from './truth.ts';
import { SITE, type World } from './world.ts';

/** A session that outlives every history. */
const FAR_AWAY = Date.UTC(2100, 0) / 1000;

/** What the owner's browser sends. */
const ownerCookie = async (): Promise<string> => {
  const key = {
    signingSecret: process.env['SIGNING_SECRET'] ?? '',
    password: process.env['ADMIN_PASSWORD'] ?? '',
  };
  return `owner_session=${await sealSession({ expiresAt: FAR_AWAY }, key)}`;
};

/** A call of the owner's. */
export const byOwner = async (pathname: string, body: object): Promise<Request> =>
  new Request(SITE + pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: await ownerCookie() },
    body: JSON.stringify(body),
  });

type Access = OrderAccessRequest['access'];

export const accessCall = async (session: string, access: Access): Promise<Request> =>
  byOwner(`/api/admin/orders/${await orderNumber(session)}`, { access });

const factsOf = ({ redis }: World, { session }: Truth): Promise<string[]> =>
  redis.hkeys(`order:dev:${session}`);

const overridesIn = (facts: readonly string[]): number =>
  facts.filter((name) => name.startsWith('override:')).length;

/** Refunds, and of each dispute what the shop has heard of last. */
const knownIn = (facts: readonly string[]): string[] => {
  const refunds: string[] = [];
  const last = new Map<string, { status: string; place: number }>();
  for (const [kind, id = '', status = '', at, seen] of facts.map((name) => name.split(':'))) {
    if (kind === 'refund') refunds.push(id);
    if (kind !== 'dispute') continue;
    const rank = Object.entries(RANKS).find(([known]) => known === status)?.[1] ?? 0;
    // Of one second an event tells more than an answer, and of two alike the further one.
    const place = Number(at) * 100 + (seen ? 0 : 10) + rank;
    if (place > (last.get(id)?.place ?? -1)) last.set(id, { status, place });
  }
  return [...refunds, ...[...last].map(([id, { status }]) => `${id}:${status}`)];
};

/**
 * Runs the owner's call and notes what it did, if it got so far, which it answers: an opening that
 * lifts no block counts for the refunds and disputes that the shop had heard of before, as they were.
 */
export const noteOverride = async (
  world: World,
  truth: Truth,
  access: Access,
  run: () => Promise<unknown>,
): Promise<boolean> => {
  const before = await factsOf(world, truth);
  await run();
  if (overridesIn(await factsOf(world, truth)) === overridesIn(before)) return false;
  const isOverruling = access === 'open' && !truth.blocked;
  truth.blocked = access === 'blocked';
  for (const known of isOverruling ? knownIn(before) : []) truth.excused.add(known);
  return true;
};
