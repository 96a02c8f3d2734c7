import { expect, test, vi } from 'vitest';
import { withoutHiddenSamples } from '../../src/content/shows-samples.ts';

const SAMPLE = { data: { sample: true } };
const OWN = { data: { sample: false } };

/** The entries that pages show, given a sample and one of the owner's own entries. */
const shownWith = (context: string | undefined, key: string | undefined) => {
  vi.stubEnv('CONTEXT', context);
  vi.stubEnv('STRIPE_SECRET_KEY', key);
  return withoutHiddenSamples([SAMPLE, OWN]);
};

test.each([
  { name: 'a live secret key', key: 'sk_live_1' },
  { name: 'a live restricted key', key: 'rk_live_1' },
  { name: 'a live key that was pasted with a space', key: ' rk_live_1 ' },
])('hides samples in production with $name', ({ key }) => {
  expect(shownWith('production', key)).toEqual([OWN]);
});

test.each([
  { name: 'production with a test secret key', context: 'production', key: 'sk_test_1' },
  { name: 'production with a test restricted key', context: 'production', key: 'rk_test_1' },
  { name: 'production without a key', context: 'production', key: undefined },
  { name: 'a preview with a live key', context: 'deploy-preview', key: 'sk_live_1' },
  { name: 'a branch deploy with a live key', context: 'branch-deploy', key: 'sk_live_1' },
  { name: 'a build outside Netlify with a live key', context: undefined, key: 'sk_live_1' },
])('shows samples in $name', ({ context, key }) => {
  expect(shownWith(context, key)).toEqual([SAMPLE, OWN]);
});
