import http from 'node:http';

/**
 * A parent behind another address than the browsers of the tests, who would else use up what one client
 * may do in a minute.
 */
const ELSEWHERE = '127.0.0.26';

const post = (url: URL, body: object): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const options = { method: 'POST', headers, localAddress: ELSEWHERE };
    const request = http.request(url, options, (response) => {
      response.setEncoding('utf8');
      let text = '';
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.on('error', reject);
    request.end(JSON.stringify(body));
  });

const posted = async (url: URL, body: object): Promise<string> => {
  const { status, text } = await post(url, body);
  if (status >= 300) throw new Error(`${url.pathname} answered ${status}: ${text}`);
  return text;
};

/** One name of this machine for both ends: `localhost` may be the other kind of address. */
const inFull = (baseURL: string | undefined, path: string): URL => {
  const url = new URL(path, baseURL);
  url.hostname = '127.0.0.1';
  return url;
};

/** What a buyer, a bank or the owner does at Stripe: netlify/local/stripe/actions.ts. */
export const control = (
  baseURL: string | undefined,
  name: string,
  body: object,
): Promise<string> => {
  const url = inFull(baseURL, `/_control/${name}`);
  url.port = String(Number(url.port) + 1);
  return posted(url, body);
};

/** A paid order, without a browser: answers its session. */
export const buyAtOnce = async (
  baseURL: string | undefined,
  productType: string,
): Promise<string> => {
  const url = inFull(baseURL, '/api/create-payment');
  const session = /cs_test_\w+/.exec(await posted(url, { productType }))?.[0] ?? '';
  await control(baseURL, 'pay', { session });
  return session;
};
