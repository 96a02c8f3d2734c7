import { html, raw } from 'hono/html';
import type { Html } from '../../http/page.ts';
import { STYLESHEET } from './stylesheet.ts';

type PageOptions = { title: string; banner: string; isWide?: boolean; content: Html };

export const layout = ({ title, banner, isWide = false, content }: PageOptions): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${raw(STYLESHEET)}
        </style>
      </head>
      <body>
        <header>${banner}</header>
        <main class="${isWide ? 'wide' : ''}">${content}</main>
      </body>
    </html>`;

export const errorAlert = (error: string | null): Html | '' =>
  error === null ? '' : html`<p class="error" role="alert">${error}</p>`;
