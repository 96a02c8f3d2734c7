import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { sessionIn } from '../buyer.ts';

/**
 * Another address than that of the tests' browsers, so that these don't reach the limits of a client.
 */
const ELSEWHERE = '127.0.0.26';

type Site = string | undefined;

const post = async (site: Site, path: string, body: object, portsOn = 0): Promise<string> => {
  const url = new URL(path, site);
  // Not `localhost`, which may be an IPv6 address, unlike the local one.
  url.hostname = '127.0.0.1';
  url.port = String(Number(url.port) + portsOn);
  const headers = { 'content-type': 'application/json' };
  const request = http.request(url, { method: 'POST', headers, localAddress: ELSEWHERE });
  request.end(JSON.stringify(body));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const said = await text(response);
  if ((response.statusCode ?? 500) < 300) return said;
  throw new Error(`${path} answered ${response.statusCode}: ${said}`);
};

/** Does what a buyer, a bank or the owner can do at Stripe, by netlify/local/stripe/actions.ts. */
export const control = (site: Site, name: string, body: object): Promise<string> =>
  post(site, `/_control/${name}`, body, 1);

/** Makes a paid order without a browser. Returns its session. */
export const buyAtOnce = async (site: Site, productType: string): Promise<string> => {
  const opened = await post(site, '/api/create-payment', { productType });
  const session = sessionIn(opened);
  await control(site, 'pay', { session });
  return session;
};

/** Calls the function that the platform's schedule calls every ten minutes. */
export const runJobs = (site: Site): Promise<string> => post(site, '/.netlify/functions/jobs', {});
