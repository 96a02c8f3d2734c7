import { randomBytes } from 'node:crypto';
import { productOf } from '../../catalogue.ts';
import { buy, post } from '../../buyer.ts';
import type { Deploys, Running } from '../../deep/netlify/open-deploys.ts';
import { makePdf } from '../../shop/pdfs.ts';

/** A call, made anew for each time. What stands behind a comma in the name tells two of a function apart. */
type FirstCall = {
  readonly name: string;
  readonly request: () => Request | Promise<Request>;
};

const GUIDE_BYTES = 200_000;

const cookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

let clients = 0;
/** Of a client that has not called yet: none has more calls than a household. */
const fromNewClient = (): Record<string, string> => ({
  'x-nf-client-connection-ip': `198.51.100.${(clients += 1) % 256}`,
});

/** The calls, over a shop with a guide that was bought. */
export const prepareFirstCalls = async (
  { webhookSecret, ownerPassword, holdWebhooks }: Deploys,
  { site, siteUrl, stripe, call }: Running,
): Promise<readonly FirstCall[]> => {
  const at = (path: string, init: RequestInit = {}): Request =>
    new Request(siteUrl + path, { ...init, headers: { ...fromNewClient(), ...init.headers } });
  const asJson = (path: string, body: object): Request =>
    at(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  const login = (): Request => asJson('/api/admin/login', { password: ownerPassword });
  const cookie = cookieOf(await call('/api/admin/login', login()));
  const byOwner = (path: string, init: RequestInit = {}): Request =>
    at(path, { ...init, headers: { cookie } });
  const guide = await makePdf({}, ({ context }) =>
    context.register(context.stream(randomBytes(GUIDE_BYTES))),
  );
  const upload = (): Request => {
    const body = new FormData();
    body.set('file', new File([guide], 'guide.pdf', { type: 'application/pdf' }));
    body.set('product', 'guide-1');
    return byOwner('/api/upload', { method: 'POST', body });
  };
  const uploaded = await call('/api/upload', upload());
  if (!uploaded.ok) throw new Error(`the upload was answered ${uploaded.status}`);

  const session = await buy(site, 'guide-1');
  const access = { product_id: 'guide-1', session_id: session };
  const { files } = await post(site, '/api/secure-file-access', access);
  await holdWebhooks();
  const event = JSON.stringify({
    id: 'evt_of_the_bench',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: { object: 'checkout.session', id: session } },
  });
  const delivery = (): Request => {
    const secret = { payload: event, secret: webhookSecret };
    const signature = stripe.webhooks.generateTestHeaderString(secret);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    return at('/api/stripe-webhook', { method: 'POST', headers, body: event });
  };
  const { product_type: productType } = productOf('guide-1');

  return [
    { name: 'hello', request: () => at('/hello') },
    { name: 'products', request: () => at('/api/products') },
    { name: 'create-payment', request: () => asJson('/api/create-payment', { productType }) },
    { name: 'stripe-webhook', request: delivery },
    {
      name: 'verify-payment',
      request: () => asJson('/api/verify-payment', { sessionId: session }),
    },
    {
      name: 'verify-payment, asks Stripe',
      request: async () => asJson('/api/verify-payment', { sessionId: await buy(site, 'guide-1') }),
    },
    { name: 'orders', request: () => at(`/api/orders?session_id=${session}`) },
    { name: 'secure-file-access', request: () => asJson('/api/secure-file-access', access) },
    { name: 'files', request: () => at(files[0].downloadUrl) },
    {
      name: 'purchase-page',
      request: () => at(`/guide-download?session_id=${session}`, { method: 'POST' }),
    },
    { name: 'not-found', request: () => at('/lost') },
    {
      name: 'reconcile',
      request: () => at('/.netlify/functions/reconcile', { method: 'POST' }),
    },
    { name: 'admin-home', request: () => byOwner('/admin-home') },
    { name: 'admin-login', request: login },
    { name: 'admin-session', request: () => byOwner('/api/admin/session') },
    { name: 'admin-orders', request: () => byOwner('/api/admin/orders') },
    { name: 'admin-sales', request: () => byOwner('/api/admin/sales?range=90') },
    { name: 'admin-guides', request: () => byOwner('/api/admin/guides') },
    { name: 'upload', request: upload },
  ];
};
