import type { html } from 'hono/html';
import { PROBLEMS } from '#contract/problem.ts';
import { FRAMING } from './headers.ts';
import type { Problem } from './problem.ts';

type Html = ReturnType<typeof html>;

declare global {
  /** The built page src/pages/shell.astro, which a build writes into the bundles. */
  var SHELL_PAGE: string;
}

const CONTENT = /<template data-content[^]*?<\/template>/;

type PageOptions = {
  readonly status?: number;
  /** Lets the page's forms post to the shop. */
  readonly hasForms?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A page of the shop for browsers without JavaScript. The shell has styles for the elements that it shows as samples. */
export const pageResponse = (
  title: string,
  content: Html,
  { status = 200, headers, hasForms = false }: PageOptions = {},
): Response => {
  // With `no-referrer`, older browsers would send `Origin: null` with the forms.
  const referrer = hasForms ? 'same-origin' : 'no-referrer';
  const page = globalThis.SHELL_PAGE.replaceAll('{{title}}', title)
    .replace('content="no-referrer"', `content="${referrer}"`)
    // `html` returns a promise only for content that has one.
    .replace(CONTENT, () => content.toString());
  return new Response(page, {
    status,
    headers: {
      ...headers,
      // The page's own policy is in its meta tag.
      'content-security-policy': FRAMING,
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': referrer,
    },
  });
};

export const problemPage = ({ code, headers }: Problem, title: string, content: Html): Response =>
  pageResponse(title, content, { status: PROBLEMS[code].status, headers });
