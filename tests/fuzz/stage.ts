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
  readonly cookies: ReadonlySet<string>;
  /** Names, addresses and Stripe's ids: for nobody's eyes. */
  readonly secrets: readonly string[];
};

type Opened = { readonly session: string; readonly cookie: string };

const open = async (world: World, productType: string | undefined): Promise<Opened> => {
  const response = await world.call(post('/api/create-payment', { productType }));
  const { url }: { url: string } = await response.json();
  const [cookie = ''] =
    /(?<=open_checkouts=)[^;]+/.exec(response.headers.get('set-cookie') ?? '') ?? [];
  return { session: /cs_test_\w+/.exec(url)?.[0] ?? '', cookie };
};

const verify = (world: World, sessionId: string) =>
  world.call(post('/api/verify-payment', { sessionId }));

type Grant = { readonly downloadUrl: string };

const ticketIn = (grant: Grant | undefined): string => grant?.downloadUrl.split('/').at(-1) ?? '';

const fetchTickets = async (world: World, session: string, productType: string | undefined) => {
  const product = catalogJson.products.find(({ product_type: type }) => type === productType);
  const body = { product_id: product?.id, session_id: session };
  const response = await world.call(post('/api/secure-file-access', body));
  const { files, archive }: { files: Grant[]; archive?: Grant } = await response.json();
  return { file: ticketIn(files[0]), archive: ticketIn(archive) };
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
  for (const { session } of [anna, ben, dora]) await world.control('pay', { session, ...LINES });
  await world.control('pay', { session: emil.session, method: 'bank', settle: 'never', ...LINES });
  for (const { session } of [anna, ben, dora, emil]) await verify(world, session);

  const annas = await fetchTickets(world, anna.session, FIRST);
  const bens = await fetchTickets(world, ben.session, BUNDLE);
  const doras = await fetchTickets(world, dora.session, SECOND);
  await world.control('refund', { session: dora.session });
  const events = await world.events();
  const refunded = events.findLast(({ type }) => type === 'charge.refunded');
  if (refunded) await world.call(world.delivery(refunded));

  const secret = env('SIGNING_SECRET');
  const annasTicket = { sessionId: anna.session, productId: catalogJson.products[0]?.id ?? '' };
  const inTime = { ...annasTicket, expiresAt: Math.floor(Date.now() / 1000) + 600 };
  const things: Record<string, string> = {
    'session anna': anna.session,
    'session ben': ben.session,
    'session cleo': cleo.session,
    'session dora': dora.session,
    'session emil': emil.session,
    'session fay': fay,
    'session nobody': `cs_test_${'n0b0dy'.repeat(9)}abcd`,
    'ticket anna': annas.file,
    'ticket ben': bens.file,
    'ticket archive': bens.archive,
    'ticket dora': doras.file,
    'ticket expired': await sealTicket({ ...inTime, expiresAt: inTime.expiresAt - 601 }, secret),
    'ticket forged': await sealTicket(inTime, `${secret}!`),
    'ticket crossed': await seal('open-checkouts', inTime, secret),
    'cookie anna': anna.cookie,
    'cookie cleo': cleo.cookie,
    'cookie crossed': annas.file,
    'etag anna': await etagOf(world, annas.file),
    'etag archive': await etagOf(world, bens.archive),
  };
  const eventAt = (n: number): WorldEvent | undefined => events[n % events.length];
  return {
    held: (kind, name) =>
      kind === 'event' ? JSON.stringify(eventAt(Number(name))) : (things[`${kind} ${name}`] ?? ''),
    sign: signer(env('STRIPE_WEBHOOK_SECRET')),
    paid: new Set([anna.session, ben.session]),
    sessions: new Set([anna, ben, cleo, dora, emil].map(({ session }) => session).concat(fay)),
    tickets: new Map([
      [annas.file, catalogJson.products[0]?.file_name ?? ''],
      [bens.file, catalogJson.products.find((one) => one.product_type === BUNDLE)?.file_name ?? ''],
      [bens.archive, 'archive'],
    ]),
    cookies: new Set([anna.cookie, cleo.cookie]),
    secrets: [...Object.values(LINES), ...(JSON.stringify(events).match(STRIPE_ID) ?? [])],
  };
};
