import { isForm } from './body.ts';
import { pageOfError } from './page.ts';
import type { Problem } from './problem.ts';

export const seeOther = (location: string): Response =>
  new Response(null, { status: 303, headers: { location } });

export type FormResult = {
  readonly response: Response;
  readonly redirectTo: string;
};

/**
 * A script sends JSON and gets the response, or a problem document. A browser without JavaScript
 * posts a plain form and is redirected, or gets an error page.
 */
export const respondToForm = async (
  request: Request,
  accept: (request: Request) => Promise<FormResult>,
  toErrorPage: (problem: Problem) => Response,
): Promise<Response> => {
  if (!isForm(request)) {
    const { response } = await accept(request);
    return response;
  }
  try {
    const { redirectTo } = await accept(request);
    return seeOther(redirectTo);
  } catch (error) {
    return pageOfError(request, error, toErrorPage);
  }
};
