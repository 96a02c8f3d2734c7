import { afterAll, beforeEach, vi } from 'vitest';
import { LIMITS, type LimitedRoute } from '../../netlify/http/limits.ts';
import { buy } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { type Handler, loadFunctions } from '../shop/routes.ts';
import { openTestShop } from '../shop/shop.ts';

/** A tenth of each limit, so that reaching one takes a moment. */
export const FACTOR = 0.1;
export const shop = await openTestShop({ limitFactor: FACTOR });

export const session = await buy(shop, 'individual_guide_6_10');

/** Two that share nothing but Redis. */
export const instance = await loadFunctions();
vi.resetModules();
export const otherInstance = await loadFunctions();

vi.spyOn(console, 'warn').mockReturnValue();
vi.useFakeTimers({ toFake: ['Date'] });
afterAll(() => void vi.useRealTimers());

export const WINDOW_MS = 60_000;
export let now = Math.ceil(Date.now() / WINDOW_MS) * WINDOW_MS;
/** The beginning of a window in which nobody has called yet. */
export const nextWindow = (): void =>
  void vi.setSystemTime((now = (Math.floor(now / WINDOW_MS) + 1) * WINDOW_MS));

let ticket: string;
beforeEach(async () => {
  shop.failRedis('none');
  nextWindow();
  ticket = await linkTo(shop, 'guide-1', session);
});

let clients = 0;
/** An address that has not called yet. */
export const newClient = (): string =>
  `198.51.${Math.floor(++clients / 250)}.${(clients % 250) + 1}`;

export const request = (pathname: string, init?: RequestInit) =>
  new Request(new URL(pathname, shop.siteUrl), init);
const posting = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** A call that goes well; an unsigned one of the webhook, since only those are counted. */
export const CALLS: Readonly<Record<LimitedRoute, () => Request>> = {
  'create-payment': () => request('/api/create-payment', posting({ productType: 'bundle' })),
  'verify-payment': () => request('/api/verify-payment', posting({ sessionId: session })),
  orders: () => request(`/api/orders?session_id=${session}`),
  'secure-file-access': () =>
    request('/api/secure-file-access', posting({ product_id: 'guide-1', session_id: session })),
  'purchase-page': () => request(`/guide-download?session_id=${session}`, { method: 'POST' }),
  files: () => request(ticket, { method: 'HEAD' }),
  products: () => request('/api/products'),
  'stripe-webhook': () => request('/api/stripe-webhook', posting({})),
};
export const ROUTES = Object.keys(CALLS) as LimitedRoute[];
export const SHARED = ROUTES.filter((route) => LIMITS[route].counted === 'shared');

export const callFrom = (address: string, asked: Request, handle: Handler = instance) => {
  asked.headers.set('x-nf-client-connection-ip', address);
  return handle(asked);
};

export const statusesOf = async (
  route: LimitedRoute,
  address: string,
  times = 1,
  handle = instance,
) => {
  const statuses: number[] = [];
  for (let call = 0; call < times; call += 1) {
    statuses.push((await callFrom(address, CALLS[route](), handle)).status);
  }
  return statuses;
};

export const most = (route: LimitedRoute): number =>
  Math.round(LIMITS[route].perClient.most * FACTOR);
export const servedAs = (route: LimitedRoute): number => (route === 'stripe-webhook' ? 400 : 200);

/** How many calls of Redis, Stripe and Blobs one call of the shop costs, and what it answers. */
export const costOf = async (call: () => Promise<Response>) => {
  const services = ['redis', 'stripe', 'blobs'] as const;
  const before = services.map(shop.callsTo);
  const { status } = await call();
  const cost = services.map((service, at) => shop.callsTo(service) - (before[at] ?? 0));
  return { status, cost };
};

export const fill = (route: LimitedRoute, address: string) =>
  statusesOf(route, address, most(route));

export const asking = (sessionId: string, from: string, handle: Handler = instance) =>
  callFrom(from, request('/api/verify-payment', posting({ sessionId })), handle);

/** One call after the other, each a second later. */
export const oneBySecond = async (sessionId: string, times: number, from = newClient()) => {
  const seen: number[] = [];
  for (let call = 0; call < times; call += 1) {
    vi.setSystemTime(now + call * 1000);
    seen.push((await asking(sessionId, from)).status);
  }
  return seen;
};
/** Each by another client, and half of them at the other instance. */
export const atOnce = async (sessionId: string, times: number) => {
  vi.setSystemTime((now += 1000));
  const asked = Array.from({ length: times }, (_, at) =>
    asking(sessionId, newClient(), at % 2 ? instance : otherInstance),
  );
  return (await Promise.all(asked)).map(({ status }) => status).toSorted();
};
