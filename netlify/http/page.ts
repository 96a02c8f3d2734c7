import generated from '#generated';
import { html } from 'hono/html';
import { PROBLEMS } from '#contract/problem.ts';
import { isForm } from './body.ts';
import { FRAMING } from './headers.ts';
import { logError } from './log.ts';
import { Problem, problemOf } from './problem.ts';

type Html = ReturnType<typeof html>;

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
  const page = generated.shellPage
    .replaceAll('{{title}}', () => name)
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

/**
 * The page for an error, if a person opened the address in a browser. Throws the error again for any other caller, who
 * gets a problem document.
 */
export const pageOfError = (
  { headers }: Request,
  error: unknown,
  pageOf: (problem: Problem) => Response,
): Response => {
  if (!headers.get('accept')?.includes('text/html')) throw error;
  if (!(error instanceof Problem)) logError(error);
  return pageOf(problemOf(error));
};

export const problemPage = ({ code, headers }: Problem, title: string, content: Html): Response =>
  pageResponse(title, content, { status: PROBLEMS[code].status, headers });

/** 303: the browser follows with a GET. */
export const seeOther = (location: string): Response =>
  new Response(null, { status: 303, headers: { location } });

/**
 * A POST that a script sends as JSON and a browser without JavaScript as a plain form. Such a browser gets a page of
 * the shop even for an error; every other caller gets a problem document. `toPage`: the address that the browser opens
 * after a plain form.
 */
export const respondToForm = async (
  request: Request,
  accept: (request: Request) => Promise<{ readonly toScript: Response; readonly toPage: string }>,
  toRefusalPage: (problem: Problem) => Response,
): Promise<Response> => {
  if (!isForm(request)) return (await accept(request)).toScript;
  try {
    return seeOther((await accept(request)).toPage);
  } catch (error) {
    return pageOfError(request, error, toRefusalPage);
  }
};
