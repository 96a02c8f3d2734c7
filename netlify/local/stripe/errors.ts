/** The fields of Stripe's error body that the SDK and its users read, apart from the message. */
type Details = {
  type?: 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error';
  code?: string;
  param?: string;
  decline_code?: string;
};

/** An error that the API answers as Stripe does. */
export class StripeError extends Error {
  readonly status: number;
  readonly details: Details;

  constructor(status: number, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

export const badRequest = (message: string, details?: Details) =>
  new StripeError(400, message, details);

export const noSuch = (kind: string, id: string, param = 'id') =>
  new StripeError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });

/** Stripe's answer to a malformed id. It has no code. */
export const invalidId = (kind: string, id: string) => badRequest(`Invalid ${kind} id: ${id}`);

export const errorAnswer = ({ status, message, details }: StripeError) =>
  Response.json({ error: { type: 'invalid_request_error', message, ...details } }, { status });
