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

/** Stripe refuses to answer at a path. The SDK does not ask again. */
export const refusalFor =
  (path: string) =>
  ({ url }: Request): Response | undefined => {
    if (!url.startsWith(STRIPE + path)) return undefined;
    const error = { type: 'invalid_request_error', message: 'Not with this key.' };
    return Response.json({ error }, { status: 403 });
  };
