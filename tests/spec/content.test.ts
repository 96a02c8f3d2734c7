import { expect, test } from 'vitest';
import { SHIPPED } from './shipped.ts';
import { VALUES } from './values.ts';

const DIFFERS =
  "the shop's content differs from its specification: change this table too if that is meant";

const told = Object.entries({ ...SHIPPED, ...VALUES });

test.each(told)('%s', (name) => {
  const specified: Readonly<Record<string, unknown>> = VALUES;
  expect(SHIPPED[name], `${DIFFERS} (${name} in tests/spec/values.ts)`).toEqual(specified[name]);
});
