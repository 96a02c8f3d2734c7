import { expect, test } from 'vitest';
import { denialOf } from '../../src/purchase/denial.ts';

// Where the browser tests see the words, here is the title alone.
test.each([
  [undefined, 'checking', null],
  [null, 'checking', 'Access denied'],
  ['cs_1', 'none', 'Access denied'],
  ['cs_1', 'failed', 'Access denied'],
  ['cs_1', 'refunded', 'Access denied'],
  ['cs_1', 'disputed', 'Access denied'],
  ['cs_1', 'checking', null],
  ['cs_1', 'pending', null],
  ['cs_1', 'paid', null],
] as const)('a session %s whose purchase is "%s": %s', (session, step, title) => {
  expect(denialOf(session, step)?.title ?? null).toBe(title);
});

test('a buyer whose order the owner has closed is not told to pay again', () => {
  expect(denialOf('cs_1', 'blocked')).toEqual({
    title: 'This order is on hold',
    message: 'We have closed the files of this order for now. Please contact support.',
    mayRetry: false,
  });
});

test('a verification that failed may be tried again from the same address', () => {
  expect(denialOf('cs_1', 'unverified')).toMatchObject({
    title: 'Verification failed',
    mayRetry: true,
  });
});
