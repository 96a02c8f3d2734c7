import { expect } from 'vitest';
import type { ProblemCode } from '../../src/contract/problem.ts';
import { headerFaults } from '../headers.ts';

/**
 * Expects a problem in the format of RFC 9457 with this status and code, all security headers, and
 * no stack trace or path in the body.
 */
export const expectProblem = async (response: Response, status: number, code: ProblemCode) => {
  const text = await response.text();
  expect({ status: response.status, body: text }).toMatchObject({ status });
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(headerFaults(response.headers, 'answer')).toEqual([]);
  expect(JSON.parse(text)).toEqual({
    type: 'about:blank',
    title: expect.any(String),
    status,
    detail: expect.any(String),
    code,
    requestId: response.headers.get('x-request-id'),
  });
  expect(text).not.toMatch(/\.ts|node_modules|\s{2,}at /);
};
