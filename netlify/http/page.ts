import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';

type Html = ReturnType<typeof html>;

/** The shop's colors in brief, since these pages have no build step. */
const STYLE = `
:root { color-scheme: light dark; --paper: #fbf7ef; --ink: #17332b; --leaf: #2f7d5b; --on-leaf: #fff }
@media (prefers-color-scheme: dark) {
  :root { --paper: #10231d; --ink: #f3ecdd; --leaf: #7cc8a2; --on-leaf: #10231d }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.125rem/1.6 system-ui, sans-serif }
main { max-width: 36rem; margin: 0 auto; padding: 3rem 1.25rem }
h1 { font: 600 2rem/1.2 'Iowan Old Style', Palatino, Georgia, serif }
a { color: var(--leaf) }
strong { white-space: nowrap }
ul { list-style: none; padding: 0 }
li a { display: block; margin: 0.75rem 0; padding: 0.9rem 1.25rem; border-radius: 0.75rem;
  background: var(--leaf); color: var(--on-leaf); font-weight: 600; text-decoration: none;
  overflow-wrap: anywhere }
label { display: block; font-weight: 600 }
input, select { display: block; box-sizing: border-box; width: 100%; margin: 0.35rem 0 1.25rem; padding: 0.7rem 0.9rem;
  border: 1.5px solid currentColor; border-radius: 0.75rem; background: transparent; color: inherit; font: inherit }
option { color: #17332b }
button { padding: 0.8rem 1.5rem; border: 0; border-radius: 0.75rem; background: var(--leaf); color: var(--on-leaf);
  font: inherit; font-weight: 600; cursor: pointer }
form + form, form + h2, h2 + form, dl + form { margin-top: 2rem }
dd { margin: 0 0 0.75rem; overflow-wrap: anywhere }
dt { font-weight: 600 }
[role='alert'] { font-weight: 600 }
`;

/** Exactly this text, since the policy names its hash. */
const styleElement = raw(`<style>${STYLE}</style>`);

const policy = (formAction: "'self'" | "'none'"): string =>
  [
    "default-src 'none'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  ].join('; ');

type PageOptions = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the page has forms, which may lead only to the shop. */
  readonly hasForms?: boolean;
};

/** A whole page of the shop for browsers that run no script. */
export const pageResponse = (
  title: string,
  content: Html,
  { status = 200, hasForms = false, headers: more }: PageOptions = {},
): Response => {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
          <p><a href="/">Return to Home</a></p>
        </main>
      </body>
    </html>`;
  const headers = {
    ...more,
    'content-security-policy': policy(hasForms ? "'self'" : "'none'"),
    'content-type': 'text/html; charset=utf-8',
    // Older browsers would otherwise send the forms with `Origin: null`.
    ...(hasForms && { 'referrer-policy': 'same-origin' }),
  };
  return new Response(page.toString(), { status, headers });
};
