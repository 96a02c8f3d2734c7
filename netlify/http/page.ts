import generated from '#generated';
import { html } from 'hono/html';
import { PROBLEMS } from '#contract/problem.ts';
import { unbrokenHtml } from '#contract/ranges.ts';
import { FRAMING } from './headers.ts';
import { logError } from './log.ts';
import { Problem, problemOf } from './problem.ts';

export type Html = ReturnType<typeof html>;

const CONTENT = /<template data-content[^]*?<\/template>/;
const POLICY = /<meta http-equiv="content-security-policy" content="(?<policy>[^"]*)"/;

type PageOptions = {
  readonly status?: number;
  readonly hasForms?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
};

export const pageResponse = (
  title: string,
  content: Html,
  { status = 200, headers, hasForms = false }: PageOptions = {},
): Response => {
  // With `no-referrer`, older browsers would send `Origin: null`, which the shop rejects.
  const referrer = hasForms ? 'same-origin' : 'no-referrer';
  const escapedTitle = html`${title}`.toString();
  const page = generated.shellPage
    .replaceAll('{{title}}', () => escapedTitle)
    .replace('content="no-referrer"', `content="${referrer}"`)
    // `html` returns a promise only if its content contains one.
    .replace(CONTENT, () => unbrokenHtml(content.toString()));
  const policy = POLICY.exec(page)?.groups?.['policy'] ?? "default-src 'none';";
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

/** Rethrows the error unless a browser requested a page. */
export const pageOfError = (
  request: Request,
  error: unknown,
  toPage: (problem: Problem) => Response,
): Response => {
  const acceptsHtml = request.headers.get('accept')?.includes('text/html') ?? false;
  if (!acceptsHtml) throw error;
  if (!(error instanceof Problem)) logError(error);
  return toPage(problemOf(error));
};

export const problemPage = ({ code, headers }: Problem, title: string, content: Html): Response =>
  pageResponse(title, content, { status: PROBLEMS[code].status, headers });
