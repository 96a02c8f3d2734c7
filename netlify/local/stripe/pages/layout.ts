import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

export const SHOP_NAME = 'Money-Smart Kids';
export const STYLE_PATH = '/stand-in.css';

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
        <div class="banner">${banner}</div>
        <main class="${wide ? 'wide' : ''}">${content}</main>
      </body>
    </html>`;
