import Stripe from 'stripe';
import catalogJson from '../../content/catalog.json' with { type: 'json' };
import { seal } from '../../netlify/seal.ts';
import { sealTicket } from '../../netlify/downloads/tickets.ts';
import { buyElsewhere } from '../model/buying.ts';
import { post } from '../model/live.ts';
import { SITE, type World, type WorldEvent } from '../model/world.ts';
import type { Held } from './text.ts';

export const LINES = { email: 'someone.private@buyer.example', name: 'Perdita Nobodyelse' };
const [FIRST, SECOND] = catalogJson.products.map(({ product_type: type }) => type);
const BUNDLE = 'bundle';

/** Buyers with what they have, and what of it nobody else may see. */
export type Stage = {
  readonly held: Held;
  readonly sign: (payload: string, kind: string) => string;
  /** Sessions that are paid and give access. */
  readonly paid: ReadonlySet<string>;
  /** Every session that there was when the stage was set. */
  readonly sessions: ReadonlySet<string>;
  /** Tickets that open something, and the name of what. */
  readonly tickets: ReadonlyMap<string, string>;
  /** Names, addresses and Stripe's ids: for nobody's eyes. */
  readonly secrets: readonly string[];
};

const open = async (world: World, productType: string | undefined): Promise<string> => {
  const response = await world.call(post('/api/create-payment', { productType }));
  const { url }: { url: string } = await response.json();
  return /cs_test_\w+/.exec(url)?.[0] ?? '';
};

const verify = (world: World, sessionId: string) =>
  world.call(post('/api/verify-payment', { sessionId }));

type Grant = { readonly downloadUrl: string };

const fetchTicket = async (world: World, session: string, productType: string | undefined) => {
  const product = catalogJson.products.find(({ product_type: type }) => type === productType);
  const body = { product_id: product?.id, session_id: session };
  const response = await world.call(post('/api/secure-file-access', body));
  const { files }: { files: Grant[] } = await response.json();
  return files[0]?.downloadUrl.split('/').at(-1) ?? '';
};

const etagOf = async (world: World, ticket: string): Promise<string> =>
  (await world.call(new Request(`${SITE}/api/files/${ticket}`, { method: 'HEAD' }))).headers.get(
    'etag',
  ) ?? '';

/** Ids that Stripe's objects hold and the shop must keep to itself. */
const STRIPE_ID = /\b(?:pi|ch|py|cus|re|pm|txn|evt|li|price|prod|du|issfr)_\w{15,}/g;

/** How Stripe signs, and how somebody else would. */
const signer =
  (secret: string) =>
  (payload: string, kind: string): string => {
    const seconds = Math.floor(Date.now() / 1000);
    const offsets: Record<string, number> = { old: -3600, future: 86_400 };
    const header = Stripe.webhooks.generateTestHeaderString({
      payload: kind === 'elsewhere' ? `${payload} ` : payload,
      secret: kind === 'foreign' ? 'whsec_of_somebody_else' : secret,
      timestamp: seconds + (offsets[kind] ?? 0),
    });
    return kind === 'unversioned' ? header.replace('v1=', 'v0=') : header;
  };

const env = (name: string): string => process.env[name] ?? '';

/** An empty shop, and then six buyers: paid, paid for all, unpaid, refunded, waiting for the bank, elsewhere. */
export const setStage = async (world: World): Promise<Stage> => {
  await world.reset();
  const anna = await open(world, FIRST);
  const ben = await open(world, BUNDLE);
  const cleo = await open(world, SECOND);
  const dora = await open(world, SECOND);
  const emil = await open(world, FIRST);
  const fay = await buyElsewhere(world);
  for (const session of [anna, ben, dora]) await world.control('pay', { session, ...LINES });
  await world.control('pay', { session: emil, method: 'bank', settle: 'never', ...LINES });
  for (const session of [anna, ben, dora, emil]) await verify(world, session);

  const annas = await fetchTicket(world, anna, FIRST);
  const bens = await fetchTicket(world, ben, BUNDLE);
  const doras = await fetchTicket(world, dora, SECOND);
  await world.control('refund', { session: dora });
  const events = await world.events();
  const refunded = events.findLast(({ type }) => type === 'charge.refunded');
  if (refunded) await world.call(world.delivery(refunded));

  const secret = env('SIGNING_SECRET');
  const annasTicket = { sessionId: anna, productId: catalogJson.products[0]?.id ?? '' };
  const inTime = { ...annasTicket, expiresAt: Math.floor(Date.now() / 1000) + 600 };
  const things: Record<string, string> = {
    'session anna': anna,
    'session ben': ben,
    'session cleo': cleo,
    'session dora': dora,
    'session emil': emil,
    'session fay': fay,
    'session nobody': `cs_test_${'n0b0dy'.repeat(9)}abcd`,
    'ticket anna': annas,
    'ticket ben': bens,
    'ticket dora': doras,
    'ticket expired': await sealTicket({ ...inTime, expiresAt: inTime.expiresAt - 601 }, secret),
    'ticket forged': await sealTicket(inTime, `${secret}!`),
    'ticket crossed': await seal('upload', inTime, secret),
    'etag anna': await etagOf(world, annas),
    'etag ben': await etagOf(world, bens),
  };
  const eventAt = (n: number): WorldEvent | undefined => events[n % events.length];
  return {
    held: (kind, name) =>
      kind === 'event' ? JSON.stringify(eventAt(Number(name))) : (things[`${kind} ${name}`] ?? ''),
    sign: signer(env('STRIPE_WEBHOOK_SECRET')),
    paid: new Set([anna, ben]),
    sessions: new Set([anna, ben, cleo, dora, emil, fay]),
    tickets: new Map([
      [annas, catalogJson.products[0]?.file_name ?? ''],
      [bens, catalogJson.products.find((one) => one.product_type === BUNDLE)?.file_name ?? ''],
    ]),
    secrets: [...Object.values(LINES), ...(JSON.stringify(events).match(STRIPE_ID) ?? [])],
  };
};
