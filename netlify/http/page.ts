import { html } from 'hono/html';
import { PROBLEMS } from '#contract/problem.ts';
import { FRAMING } from './headers.ts';
import type { Problem } from './problem.ts';

type Html = ReturnType<typeof html>;

declare global {
  /** The built page src/pages/shell.astro, which a build writes into the bundles. */
  var SHELL_PAGE: string;
}

const CONTENT = /<template data-content[^]*?<\/template>/;
const POLICY = /<meta http-equiv="content-security-policy" content="([^"]*)"/;

type PageOptions = {
  readonly status?: number;
  /** Lets the page's forms post to the shop. */
  readonly hasForms?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A page of the shop for browsers without JavaScript. */
export const pageResponse = (
  title: string,
  content: Html,
  { status = 200, headers, hasForms = false }: PageOptions = {},
): Response => {
  // With `no-referrer`, older browsers would send `Origin: null` with the forms.
  const referrer = hasForms ? 'same-origin' : 'no-referrer';
  const name = html`${title}`.toString();
  const page = globalThis.SHELL_PAGE.replaceAll('{{title}}', () => name)
    .replace('content="no-referrer"', `content="${referrer}"`)
    // `html` returns a promise only for content that has one.
    .replace(CONTENT, () => content.toString());
  const [, policy = "default-src 'none';"] = POLICY.exec(page) ?? [];
  return new Response(page, {
    status,
    headers: {
      ...headers,
      'content-security-policy': `${policy} ${FRAMING}`,
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': referrer,
    },
  });
};

export const problemPage = ({ code, headers }: Problem, title: string, content: Html): Response =>
  pageResponse(title, content, { status: PROBLEMS[code].status, headers });
