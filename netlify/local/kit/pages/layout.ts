import { createMiddleware } from 'hono/factory';
import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { STYLE_PATH } from './style.ts';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

export const SHOP_NAME = 'Money-Smart Kids';

const DATE_TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

/** Words for a time in milliseconds: "Nov 23, 2026, 4:05:09 PM". */
export const dateTime = (atMs: number): string => DATE_TIME.format(atMs);

type Page = { title: string; banner: Html; wide?: boolean; content: Html };

export const layout = ({ title, banner, wide = false, content }: Page): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${STYLE_PATH}" />
      </head>
      <body>
        <header class="banner">${banner}</header>
        <main class="${wide ? 'wide' : ''}">${content}</main>
      </body>
    </html>`;

export const errorNote = (error: string | null): Html | '' =>
  error === null ? '' : html`<p class="error" role="alert">${error}</p>`;

/** A button that posts these fields, and the text of the `input` beside it. */
export const postButton = (
  action: string,
  label: string,
  fields: Record<string, string> = {},
  input: Html | '' = '',
): Html =>
  html`<form method="post" action="${action}">
    ${Object.entries(fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${input}
    <button>${label}</button>
  </form>`;

/**
 * The referrer policy is `same-origin`, since with `no-referrer` browsers send `Origin: null` from a form, and the
 * dashboard would refuse its own buttons. The content policy has no `form-action`, since browsers apply that to the
 * redirect to the shop too.
 */
const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

export const pageHeaders = createMiddleware(async (context, next) => {
  await next();
  for (const [name, value] of Object.entries(PAGE_HEADERS)) context.res.headers.set(name, value);
});
