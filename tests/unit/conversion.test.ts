import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Conversion } from '../../src/purchase/conversion.ts';

/** Every page loads the module anew. */
const openPage = async () => {
  vi.resetModules();
  return import('../../src/purchase/conversion.ts');
};

const kept = new Map<string, string>();
const refuse = () => {
  throw new Error('storage is off');
};

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

const order: Conversion = { value: 8.99, currency: 'USD', transaction_id: '7F3A-9C21-04BD' };
const another: Conversion = { ...order, transaction_id: '0000-0000-0001' };

test('a conversion is the amount in whole units, the currency and the order number', async () => {
  const { conversionOf } = await openPage();
  expect(conversionOf({ amount: 899, currency: 'USD' }, '7F3A-9C21-04BD')).toEqual(order);
  expect(conversionOf({ amount: 1999, currency: 'USD' }, 'x').value).toBe(19.99);
});

describe('a conversion is sent', () => {
  test('once in a page', async () => {
    const { reportOnce } = await openPage();
    const send = vi.fn<(conversion: Conversion) => void>();
    reportOnce(order, send);
    reportOnce({ ...order }, send);
    expect(send.mock.calls).toEqual([[order]]);
  });

  test('not again by a page that is opened later', async () => {
    (await openPage()).reportOnce(order, () => {});
    const send = vi.fn<(conversion: Conversion) => void>();
    (await openPage()).reportOnce(order, send);
    expect(send).not.toHaveBeenCalled();
  });

  test('for every order', async () => {
    const { reportOnce } = await openPage();
    const send = vi.fn<(conversion: Conversion) => void>();
    reportOnce(order, send);
    reportOnce(another, send);
    expect(send.mock.calls).toEqual([[order], [another]]);
  });

  test.each([
    ['is off', { getItem: refuse, setItem: refuse }],
    ['is full', { getItem: () => null, setItem: refuse }],
  ])('once in a page where storage %s', async (_how, storage) => {
    vi.stubGlobal('localStorage', storage);
    const { reportOnce } = await openPage();
    const send = vi.fn<(conversion: Conversion) => void>();
    reportOnce(order, send);
    reportOnce(order, send);
    expect(send).toHaveBeenCalledOnce();
  });
});
