import { PROBLEMS, type ProblemCode, type ProblemDetails } from '#contract/problem.ts';
import { Unavailable } from '../clients/unavailable.ts';

/** Thrown anywhere below a route, which answers with it. People read `detail`, so it holds no secrets. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.code = code;
    this.headers = headers;
  }
}

/** The problem that a caller gets for an error. */
export const problemOf = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  if (error instanceof Unavailable) {
    return error.service === 'payments'
      ? new Problem('payment_unavailable', 'The payment provider did not answer. Please try again.')
      : new Problem('temporarily_unavailable', 'Please try again in a moment.');
  }
  return new Problem('internal_error', 'Something went wrong on our side. Please try again.');
};

export const statusOf = ({ code }: Problem): number => PROBLEMS[code].status;

/** RFC 9457, application/problem+json. */
export const problemResponse = (problem: Problem, requestId: string): Response => {
  const { status, title } = PROBLEMS[problem.code];
  const body: ProblemDetails = {
    type: 'about:blank',
    title,
    status,
    detail: problem.message,
    code: problem.code,
    requestId,
  };
  return Response.json(body, {
    status,
    headers: { ...problem.headers, 'content-type': 'application/problem+json' },
  });
};
