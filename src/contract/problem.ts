/** Every code that an error of /api carries. Stable: clients may branch on it. */
export type ProblemCode =
  | 'invalid_request'
  | 'unsupported_media_type'
  | 'body_too_large'
  | 'method_not_allowed'
  | 'origin_not_allowed'
  | 'rate_limited'
  | 'product_not_found'
  | 'not_for_sale'
  | 'access_denied'
  | 'ticket_invalid'
  | 'ticket_expired'
  | 'file_not_found'
  | 'precondition_failed'
  | 'range_not_satisfiable'
  | 'signature_invalid'
  | 'payment_unavailable'
  | 'temporarily_unavailable'
  | 'internal_error';

/** RFC 9457 problem details, with our `code` and the request id as extension members. */
export type ProblemDetails = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ProblemCode;
  requestId: string;
};
