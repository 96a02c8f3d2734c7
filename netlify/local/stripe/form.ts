import qs from 'qs';

/** Parses Stripe's form encoding: `a[b]=1` and `a[0][b]=1` give nested objects and arrays. */
export const parseForm = (text: string): unknown =>
  qs.parse(text, { arrayLimit: 100, depth: 10, ignoreQueryPrefix: true });
