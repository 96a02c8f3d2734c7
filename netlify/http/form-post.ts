import { isForm } from './body.ts';
import { pageOfError } from './page.ts';
import type { Problem } from './problem.ts';

/** 303, so the browser follows with a GET. */
export const seeOther = (location: string): Response =>
  new Response(null, { status: 303, headers: { location } });

export type FormResult = {
  readonly toScript: Response;
  /** The address that a browser opens after it posted the plain form. */
  readonly toPage: string;
};

/**
 * Handles a POST that a script sends as JSON, and that a browser without JavaScript sends as a
 * plain form. The browser gets a page of the shop even for an error. Any other client gets a
 * problem document.
 */
export const respondToForm = async (
  request: Request,
  accept: (request: Request) => Promise<FormResult>,
  toErrorPage: (problem: Problem) => Response,
): Promise<Response> => {
  if (!isForm(request)) {
    const { toScript } = await accept(request);
    return toScript;
  }
  try {
    const { toPage } = await accept(request);
    return seeOther(toPage);
  } catch (error) {
    return pageOfError(request, error, toErrorPage);
  }
};
