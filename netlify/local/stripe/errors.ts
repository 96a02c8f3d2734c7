import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** The fields of Stripe's error that the SDK and its users read, apart from the message. */
type Details = {
  type?: 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error';
  code?: string;
};

/** An error that the API answers as Stripe does. */
export const stripeError = (status: ContentfulStatusCode, message: string, details: Details = {}) =>
  new HTTPException(status, { message, cause: details });

export const errorResponse = ({ status, message, cause = {} }: HTTPException) => ({
  status,
  body: { error: { type: 'invalid_request_error', message, ...(cause as Details) } },
});

/** Throws Stripe's error if a condition holds. */
export const refuseIf = (isSo: unknown, message: string, details?: Details): void => {
  if (isSo) throw stripeError(400, message, details);
};

/** The object with this id. Throws Stripe's error if there is none. */
export const byId = <One extends { id: string }>(
  objects: readonly One[],
  id: string,
  kind: string,
): One => {
  const found = objects.find((one) => one.id === id);
  if (found) return found;
  throw stripeError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing' });
};
