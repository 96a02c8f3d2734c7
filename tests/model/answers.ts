import { vi } from 'vitest';
import { STRIPE } from './world.ts';

/** From now on, some calls to the services outside are answered otherwise; ends with `vi.restoreAllMocks`. */
export const answerInstead = (
  instead: (request: Request) => Promise<Response | undefined> | Response | undefined,
): void => {
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    return (await instead(request.clone())) ?? real(request);
  });
};

/** What Stripe answers to a question for a list that is empty; undefined to any other. */
export const emptyList = ({ method, url }: Request, path: string): Response | undefined => {
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== STRIPE || pathname !== path) return undefined;
  return Response.json({ object: 'list', url: path, has_more: false, data: [] });
};
