import { isForm } from './body.ts';
import { pageOfError } from './page.ts';
import type { Problem } from './problem.ts';

/** 303: the browser follows with a GET. */
export const seeOther = (location: string): Response =>
  new Response(null, { status: 303, headers: { location } });

type Answers<T> = {
  readonly accept: (request: Request) => Promise<T>;
  readonly toScript: (accepted: T) => Response;
  /** The address that the browser opens after a plain form. */
  readonly toPage: (accepted: T) => string;
  readonly toRefusalPage: (problem: Problem) => Response;
};

/**
 * A POST that a script sends as JSON and a browser without JavaScript as a plain form. Such a browser gets a page of
 * the shop even for an error; every other caller gets a problem document.
 */
export const answerForm = async <T>(
  request: Request,
  { accept, toScript, toPage, toRefusalPage }: Answers<T>,
): Promise<Response> => {
  if (!isForm(request)) return toScript(await accept(request));
  try {
    return seeOther(toPage(await accept(request)));
  } catch (error) {
    return pageOfError(request, error, toRefusalPage);
  }
};
