import type { Send } from './runs.ts';

/** The URLs of a session, its refunds and its disputes. Their responses can be outdated. */
const MAY_LAG = /\/v1\/(checkout\/sessions\/cs_|refunds\?|disputes\?)/;

const LONGEST_IN_MS = 60_000;

/** Makes Stripe repeat an earlier response from the last minute. */
export const createLag = () => {
  /** The distinct responses by URL, oldest first, and when each was last sent. */
  const given = new Map<string, { readonly text: string; at: number }[]>();
  return {
    forget: (): void => given.clear(),
    /** Intercepts the calls of a run, and makes the first `lag` of Stripe's responses outdated. */
    ofRun: (lag: number) => {
      let left = lag;
      return async (send: Send, { method, url }: Request): Promise<Response> => {
        if (method !== 'GET' || !MAY_LAG.test(url)) return send();
        const known = given.get(url) ?? [];
        const old = known.find(({ at }) => Date.now() - at <= LONGEST_IN_MS);
        if (left > 0 && old) {
          left -= 1;
          return Response.json(JSON.parse(old.text));
        }
        const response = await send();
        const text = await response.text();
        const newest = known.at(-1);
        if (newest?.text === text) newest.at = Date.now();
        else if (response.ok) given.set(url, [...known, { text, at: Date.now() }]);
        return new Response(text, response);
      };
    },
  };
};
