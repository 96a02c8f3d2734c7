import { expect, test } from 'vitest';
import { denialOf } from '../../src/purchase/denial.ts';

test('nobody is sent home before the address has been read', () => {
  expect(denialOf(undefined, 'checking')).toBeNull();
});

test('an address without a session is refused', () => {
  expect(denialOf(null, 'checking')).toMatchObject({
    title: 'Access denied',
    message: 'No valid session found. Please complete your purchase first.',
  });
});

test.each(['none', 'failed', 'refunded', 'disputed'] as const)(
  'a purchase that is %s is refused',
  (step) => {
    expect(denialOf('cs_1', step)).toMatchObject({
      title: 'Access denied',
      message: 'No valid purchase found. Please complete your payment first.',
    });
  },
);

test('a buyer whose order the owner has closed is not told to pay again', () => {
  expect(denialOf('cs_1', 'blocked')).toEqual({
    title: 'This order is on hold',
    message: 'We have closed the files of this order for now. Please contact support.',
    mayRetry: false,
  });
});

test('a verification that failed may be tried again from the same address', () => {
  expect(denialOf('cs_1', 'unverified')).toEqual({
    title: 'Verification failed',
    message: 'Unable to verify your purchase. Please contact support.',
    mayRetry: true,
  });
});

test.each(['checking', 'pending', 'paid'] as const)('a purchase that is %s stays', (step) => {
  expect(denialOf('cs_1', step)).toBeNull();
});
