import { vi } from 'vitest';
import { STRIPE } from './world.ts';

/** Replaces the answers to some outside calls from now on. */
export const answerInstead = (
  instead: (request: Request) => Promise<Response | undefined> | Response | undefined,
): void => {
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    return (await instead(request.clone())) ?? real(request);
  });
};

/** Undoes `answerInstead`. */
export const answerAsEver = (): void => vi.mocked(fetch).mockRestore();

/** Stripe refuses to answer at a path. The SDK does not ask again. */
export const refusalFor =
  (path: string) =>
  ({ url }: Request): Response | undefined => {
    if (!url.startsWith(STRIPE + path)) return undefined;
    const error = { type: 'invalid_request_error', message: 'Not with this key.' };
    return Response.json({ error }, { status: 403 });
  };

const isAboutSession = ({ method, url }: Request): boolean =>
  method === 'GET' && /\/v1\/(checkout\/sessions|refunds|disputes)/.test(url);

/** Records Stripe's answers while `ask` runs. Returns a function that replays them from then on. */
export const rememberAnswers = async (ask: () => Promise<unknown>): Promise<() => void> => {
  const answers = new Map<string, string>();
  const real = globalThis.fetch;
  answerInstead(async (request) => {
    if (!isAboutSession(request)) return undefined;
    const text = await (await real(request)).text();
    answers.set(request.url, text);
    return new Response(text);
  });
  await ask();
  answerAsEver();
  return () =>
    answerInstead(({ url }) => {
      const known = answers.get(url);
      return known === undefined ? undefined : new Response(known);
    });
};
