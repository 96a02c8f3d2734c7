import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

type ErrorDetails = {
  type?: 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error';
  code?: string;
};

export const stripeError = (
  status: ContentfulStatusCode,
  message: string,
  details: ErrorDetails = {},
) => new HTTPException(status, { message, cause: details });

export const errorResponse = ({ status, message, cause = {} }: HTTPException) => ({
  status,
  body: { error: { type: 'invalid_request_error', message, ...(cause as ErrorDetails) } },
});

export const refuseIf = (condition: unknown, message: string, details?: ErrorDetails): void => {
  if (condition) throw stripeError(400, message, details);
};

export const notFoundError = (kind: string, id: string) =>
  stripeError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing' });

export const findStripeObject = <StripeItem extends { id: string }>(
  objects: readonly StripeItem[],
  id: string,
  kind: string,
): StripeItem => {
  const found = objects.find((object) => object.id === id);
  if (!found) throw notFoundError(kind, id);
  return found;
};
