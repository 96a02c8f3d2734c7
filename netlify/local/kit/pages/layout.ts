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
