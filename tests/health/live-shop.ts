import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { getStore } from '@netlify/blobs';
import type Stripe from 'stripe';
import { openBlobs } from '../../netlify/platform/blobs.ts';
import { createStripeClient } from '../../netlify/stripe/client.ts';
import { findGuide } from '../../netlify/guides/blobs-guides.ts';
import { publishEdition } from '../../netlify/guides/editions.ts';
import { mendWebhook } from '../../netlify/commands/webhook.ts';
import generated from '#generated';
import { readSite } from '../../netlify/build/deploy.ts';
import { loadRoutes } from '../../netlify/local/routes.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { openShop } from '../../netlify/local/shop.ts';
import { serveServices } from '../../netlify/local/serve-services.ts';
import { createStripeStandIn } from '../../netlify/local/stripe/stand-in.ts';
import { hashPassword } from '../../netlify/admin/password.ts';
import { PRODUCTS } from '../catalogue.ts';
import { makePdf } from '../shop/pdfs.ts';
import { reroute } from './reroute.ts';

const makeCertificate = (directory: string, names: string[]) => {
  const [key, cert] = [path.join(directory, 'made.key'), path.join(directory, 'made.pem')];
  const san = `subjectAltName=${names.map((one) => `DNS:${one}`).join(',')}`;
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const told = ['-subj', '/CN=tests', '-addext', san, '-days', '90'];
  execFileSync('openssl', [...made, ...told, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
};

type Fetch = (request: Request) => Response | Promise<Response>;

const serveHttps = async (certificate: https.ServerOptions, fetch: Fetch) => {
  const options = { overrideGlobalObjects: false };
  const server = https.createServer(certificate, getRequestListener(fetch, options));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return server;
};

const MAIL_API_KEY = 're_kept_by_the_tests';

/** What Resend says of a key: of the shop's own, and of any other. */
const resend: Fetch = ({ headers }) =>
  headers.get('authorization') === `Bearer ${MAIL_API_KEY}`
    ? Response.json({ data: [{ name: 'money-smart.example', status: 'verified' }] })
    : Response.json({ name: 'validation_error' }, { status: 400 });

const portOf = (server: https.Server): number => (server.address() as AddressInfo).port;

const changeAccount = async (body: object): Promise<void> => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const url = 'https://api.stripe.com/_control/account';
  const { ok } = await fetch(url, { ...init, body: JSON.stringify(body) });
  if (!ok) throw new Error('the account was not changed');
};

/** The built shop as it is when it is live; the stand-ins have Stripe's and Resend's own names. Sets the environment. */
export const openLiveShop = async (builtSite: string, origin: string) => {
  const directory = mkdtempSync(path.join(tmpdir(), 'live-shop-'));
  const { hostname } = new URL(origin);
  const names = [hostname, `www.${hostname}`, 'api.stripe.com', 'api.resend.com'];
  const certificate = makeCertificate(directory, names);

  const stores = await serveServices({ directory, withRedis: true });
  const environment = {
    ...stores.environment,
    STRIPE_SECRET_KEY: 'sk_live_keptbythetestsalone',
    STRIPE_WEBHOOK_SECRET: 'whsec_keptbythetestsalone',
    SIGNING_SECRET: 'signing secret kept by the tests alone',
    ADMIN_PASSWORD: await hashPassword('password kept by the tests alone'),
    PUBLIC_SITE_URL: origin,
    MAIL_API_KEY,
    MAIL_FROM: 'Money-Smart Kids <hello@money-smart.example>',
  };
  Object.assign(process.env, environment, { STRIPE_API_URL: '' });

  const standIn = createStripeStandIn({
    origin: 'https://api.stripe.com',
    secretKey: environment.STRIPE_SECRET_KEY,
    webhookSecret: environment.STRIPE_WEBHOOK_SECRET,
    webhookUrl: `${origin}/api/stripe-webhook`,
    stateFile: null,
  });
  const payments = await serveHttps(certificate, standIn.fetch);
  const mails = await serveHttps(certificate, resend);

  const project = path.join(directory, 'project');
  mkdirSync(project);
  symlinkSync(builtSite, path.join(project, 'dist'));
  copyFileSync(path.join(ROOT, 'netlify.toml'), path.join(project, 'netlify.toml'));
  const routes = await loadRoutes();
  const answer = await openShop(project, routes);
  Object.assign(generated, { context: 'production', ...(await readSite(path.dirname(builtSite))) });
  const site = await serveHttps(certificate, (request) => {
    request.headers.delete('accept-encoding'); // to compress takes the one process that does all this
    return answer(request, '127.0.0.1');
  });

  const ports = {
    [hostname]: portOf(site),
    [`www.${hostname}`]: portOf(site),
    'api.stripe.com': portOf(payments),
    'api.resend.com': portOf(mails),
  };
  reroute(ports, certificate.cert);

  const { STRIPE_SECRET_KEY: secretKey } = environment;
  const client = createStripeClient({ secretKey, apiUrl: undefined });

  /** All as it should be, at first and after each test. */
  const mend = async (): Promise<void> => {
    openBlobs({ context: 'production' });
    for (const { file_name: fileName } of PRODUCTS) {
      if (!(await findGuide(fileName))) await publishEdition(fileName, { bytes: await makePdf() });
    }
    await mendWebhook(client, origin);
    await changeAccount({ charges_enabled: true });
  };
  await mend();
  const schedule = routes.find(({ name }) => name === 'jobs');
  await schedule?.handle(new Request(`${origin}/jobs`, { method: 'POST' }));

  return {
    environment,
    client,
    /** For the command that looks at it. */
    rerouted: { TEST_REROUTE: JSON.stringify({ ports, trusted: certificate.cert }) },
    mend,
    changeAccount,
    dropFile: (fileName: string): Promise<void> =>
      getStore('guides-production').delete(`${fileName}/record.json`),
    breakEndpoint: (fields: Stripe.WebhookEndpointUpdateParams) =>
      client.ask(async (sdk) => {
        const { data } = await sdk.webhookEndpoints.list();
        return sdk.webhookEndpoints.update(data[0]?.id ?? '', fields);
      }),
    close: async () => {
      for (const server of [site, payments, mails]) {
        server.close();
        server.closeAllConnections();
      }
      standIn.close();
      await stores.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

export type LiveShop = Awaited<ReturnType<typeof openLiveShop>>;
