import type {
  OrderAccess,
  OrderDetail,
  SendReceiptRequest,
} from '../../src/contract/admin-orders.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { sealSession } from '../../netlify/admin/auth.ts';
import { SITE, type World } from './world.ts';

/** Later than every history. */
const FAR_AWAY = Date.UTC(2100, 0) / 1000;

const ownerCookie = async (): Promise<string> => {
  const key = {
    signingSecret: process.env['SIGNING_SECRET'] ?? '',
    password: process.env['ADMIN_PASSWORD'] ?? '',
  };
  return `owner_session=${await sealSession({ expiresAt: FAR_AWAY }, key)}`;
};

/** A call of the owner's; a POST if it has a body. */
export const byOwner = async (pathname: string, body?: object): Promise<Request> =>
  new Request(SITE + pathname, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', cookie: await ownerCookie() },
    ...(body && { body: JSON.stringify(body) }),
  });

/** The owner's answer at an address; null for a 404. */
export const readByOwner = async <T>({ call }: World, pathname: string): Promise<T | null> => {
  const response = await call(await byOwner(pathname));
  return response.status === 404 ? null : response.json();
};

/** An order as the owner sees it; null if the shop has none. Stripe is not asked. */
export const detailOf = async (world: World, session: string): Promise<OrderDetail | null> =>
  readByOwner(world, `/api/admin/orders/${await orderNumber(session)}`);

export const accessCall = async (session: string, access: OrderAccess): Promise<Request> =>
  byOwner(`/api/admin/orders/${await orderNumber(session)}/access`, { access });

export const receiptCall = async (session: string, copy: SendReceiptRequest): Promise<Request> =>
  byOwner(`/api/admin/orders/${await orderNumber(session)}/receipt`, copy);
