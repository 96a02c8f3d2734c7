import { createMiddleware } from 'hono/factory';
import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { STYLE } from './style.ts';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

export const SHOP_NAME = 'Money-Smart Kids';

const DATE_TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

/** Words for a time in milliseconds: "Nov 23, 2026, 4:05:09 PM". */
export const dateTime = (atMs: number): string => DATE_TIME.format(atMs);

type Page = { title: string; banner: string; isWide?: boolean; content: Html };

export const layout = ({ title, banner, isWide = false, content }: Page): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <header>${banner}</header>
        <main class="${isWide ? 'wide' : ''}">${content}</main>
      </body>
    </html>`;

export const errorNote = (error: string | null): Html | '' =>
  error === null ? '' : html`<p class="error" role="alert">${error}</p>`;

/**
 * The referrer policy is `same-origin`, since with `no-referrer` browsers send `Origin: null` from a form, and the
 * dashboard would refuse its own buttons. The content policy has no `form-action`, since browsers apply that to the
 * redirect to the shop too.
 */
const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

export const pageHeaders = createMiddleware(async (context, next) => {
  await next();
  for (const [name, value] of Object.entries(PAGE_HEADERS)) context.res.headers.set(name, value);
});
