import Stripe from 'stripe';
import { sessionIn } from '../buyer.ts';
import catalogJson from '../../content/catalog.json' with { type: 'json' };
import { seal } from '../../netlify/platform/seal.ts';
import { sealTicket } from '../../netlify/downloads/tickets.ts';
import { unsubscribeLink } from '../../netlify/mail/unsubscribe.ts';
import { buyerKey } from '../../netlify/platform/buyer-key.ts';
import { buyElsewhere } from '../model/buying.ts';
import { post } from '../model/life.ts';
import { SITE, type World } from '../model/world.ts';

export const BUYER = { email: 'someone.private@buyer.example', name: 'Perdita Nobodyelse' };
/** Ids of Stripe's objects, which the shop must not reveal. */
const STRIPE_ID = /\b(?:pi|ch|py|cus|re|pm|txn|evt|li|price|prod|du|issfr)_\w{15,}/g;

const PRODUCTS = catalogJson.products;
const BUNDLE = PRODUCTS.find(({ id }) => id === 'bundle');
const [FIRST, SECOND] = PRODUCTS;

/** A shop's buyers, with their keys and secrets. */
export type Stage = Awaited<ReturnType<typeof setStage>>;

/** An empty shop, and then six buyers: paid, paid for all, unpaid, refunded, waiting for the bank, elsewhere. */
export const setStage = async (world: World) => {
  await world.reset();
  const ask = async (path: string, body: object) => (await world.call(post(path, body))).json();
  const open = async (product = FIRST): Promise<string> => {
    const { url } = await ask('/api/create-payment', { productType: product?.product_type });
    return sessionIn(url);
  };
  const ticketOf = async (session_id: string, product = FIRST): Promise<string> => {
    const { files } = await ask('/api/secure-file-access', { product_id: product?.id, session_id });
    return files[0].downloadUrl.split('/').at(-1);
  };
  const etagOf = async (ticket: string): Promise<string> => {
    const head = new Request(`${SITE}/api/files/${ticket}`, { method: 'HEAD' });
    return (await world.call(head)).headers.get('etag') ?? '';
  };

  const [paid, all, unpaid] = [await open(), await open(BUNDLE), await open(SECOND)];
  const [refunded, waiting, elsewhere] = [await open(), await open(), await buyElsewhere(world)];
  for (const session of [paid, all, refunded]) await world.control('pay', { session, ...BUYER });
  await world.control('pay', { session: waiting, method: 'bank', ...BUYER });
  for (const sessionId of [paid, all, refunded, waiting]) {
    await ask('/api/verify-payment', { sessionId });
  }
  const [ofPaid, ofAll] = [await ticketOf(paid), await ticketOf(all, BUNDLE)];
  const ofRefunded = await ticketOf(refunded);
  await world.control('refund', { session: refunded });
  const events = await world.events();
  const refund = events.findLast(({ type }) => type === 'charge.refunded');
  if (refund) await world.call(world.delivery(refund));

  const secret = process.env['SIGNING_SECRET'] ?? '';
  const expiresAt = Math.floor(Date.now() / 1000) + 600;
  const ticket = { sessionId: paid, productId: FIRST?.id ?? '', expiresAt };
  return {
    paid: [paid, all],
    unpaid: [unpaid, refunded, waiting, elsewhere],
    /** Valid tickets, each with its file's name. */
    tickets: new Map([
      [ofPaid, FIRST?.file_name],
      [ofAll, BUNDLE?.file_name],
    ]),
    wrongTickets: [
      ofRefunded,
      await sealTicket({ ...ticket, expiresAt: expiresAt - 601 }, secret),
      await sealTicket(ticket, `${secret}!`),
      await seal('owner-session', ticket, secret),
    ],
    /** Of the buyer's unsubscribe link. */
    token: unsubscribeLink(buyerKey(BUYER.email)).split('token=')[1] ?? '',
    etags: [await etagOf(ofPaid), await etagOf(ofAll)],
    events: events.map((event) => JSON.stringify(event)),
    /** Must appear in no answer. */
    secrets: [...Object.values(BUYER), ...(JSON.stringify(events).match(STRIPE_ID) ?? [])],
  };
};

/** Stripe, and four wrong ones. */
export const SIGNERS = ['stripe', 'stranger', 'old', 'of other words', 'of another version'];

export const signatureOf = (payload: string, signer: string): string => {
  const secret = process.env['STRIPE_WEBHOOK_SECRET'] ?? '';
  const header = Stripe.webhooks.generateTestHeaderString({
    payload: signer === 'of other words' ? `${payload} ` : payload,
    secret: signer === 'stranger' ? 'whsec_of_somebody_else' : secret,
    timestamp: Math.floor(Date.now() / 1000) + (signer === 'old' ? -3600 : 0),
  });
  return signer === 'of another version' ? header.replace('v1=', 'v0=') : header;
};
