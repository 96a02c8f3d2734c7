import { productOf } from './catalog.ts';

/** Posts JSON to a running shop. Returns the response's JSON. */
export const post = async (site: string, pathname: string, body: object) => {
  const response = await fetch(site + pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${pathname} responded with ${response.status}`);
  return response.json();
};

/** Finds the session id in a string. */
export const sessionIn = (text: string): string => /cs_test_\w+/.exec(text)?.[0] ?? '';

/** Buys a product on the payment page. Returns the session id. */
export const buy = async (site: string, product: string, email = 'parent@example.com') => {
  const { product_type: productType } = productOf(product);
  const { url } = await post(site, '/api/create-payment', { productType });
  const card = { method: 'card', number: '4242424242424242', expiry: '12/34', cvc: '123' };
  const body = new URLSearchParams({ email, ...card });
  const paid = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return new URL(paid.headers.get('location') ?? '').searchParams.get('session_id') ?? '';
};

/** Downloads a product as its buyer. */
export const download = async (
  site: string,
  session_id: string,
  product_id = 'guide-1',
): Promise<Response> => {
  const { files } = await post(site, '/api/secure-file-access', { product_id, session_id });
  return fetch(site + files[0].downloadUrl);
};
