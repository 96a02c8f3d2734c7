/**
 * Whether pages may show samples: made-up testimonials, logos and planners. A shop that takes real
 * money leaves them out, because fake testimonials are illegal (16 CFR part 465).
 * `isLiveKey` in netlify/platform/context.ts recognizes live keys in the same way.
 */
const showsSamples = (): boolean => {
  const { CONTEXT: context, STRIPE_SECRET_KEY: key = '' } = process.env;
  return context !== 'production' || !/^[sr]k_live_/.test(key.trim());
};

type MaybeSample = { readonly data: { readonly sample: boolean } };

/** The entries that this shop may show. */
export const withoutHiddenSamples = <Entry extends MaybeSample>(
  entries: readonly Entry[],
): readonly Entry[] => entries.filter(({ data }) => showsSamples() || !data.sample);
