import { PROBLEMS, type ProblemCode, type ProblemDetails } from '#contract/problem.ts';
import { Unavailable } from '../platform/unavailable.ts';

/** `route` returns it as a problem document. Visitors see `detail`. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.code = code;
    this.headers = headers;
  }
}

export const problemOf = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  if (error instanceof Unavailable) {
    return error.service === 'payments'
      ? new Problem('payment_unavailable', 'The payment provider didn’t respond. Please try again.')
      : new Problem('temporarily_unavailable', 'Please try again in a moment.');
  }
  return new Problem('internal_error', 'Something went wrong on our side. Please try again.');
};

/** RFC 9457, application/problem+json. */
export const problemResponse = (problem: Problem, requestId: string): Response => {
  const { code, message: detail } = problem;
  const { status, title } = PROBLEMS[code];
  const body: ProblemDetails = { type: 'about:blank', title, status, detail, code, requestId };
  return Response.json(body, {
    status,
    headers: { ...problem.headers, 'content-type': 'application/problem+json' },
  });
};
