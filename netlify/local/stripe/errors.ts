/** The part of Stripe's error body that the SDK and its users read. */
export type StripeErrorBody = {
  type: 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
};

export class StripeError extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;

  constructor(status: number, body: StripeErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

export const badRequest = (message: string, more: { param?: string; code?: string } = {}) =>
  new StripeError(400, { type: 'invalid_request_error', message, ...more });

export const noSuch = (kind: string, id: string, param = 'id') =>
  new StripeError(404, {
    type: 'invalid_request_error',
    message: `No such ${kind}: '${id}'`,
    code: 'resource_missing',
    param,
  });

export const errorAnswer = ({ status, body }: StripeError) =>
  Response.json({ error: body }, { status });
