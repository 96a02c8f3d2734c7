import { createMiddleware } from 'hono/factory';

/**
 * `same-origin`, not `no-referrer`: with the latter browsers send `Origin: null` from a form,
 * and the dashboard would refuse its own buttons. No `form-action` in the policy either: browsers
 * hold the redirect back to the shop against it.
 */
const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

export const pageHeaders = createMiddleware(async (context, next) => {
  await next();
  for (const [name, value] of Object.entries(PAGE_HEADERS)) context.res.headers.set(name, value);
});
