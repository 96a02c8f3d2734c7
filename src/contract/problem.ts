/** Every code that an error of /api carries. Stable: clients may branch on it. */
export type ProblemCode =
  | 'invalid_request'
  | 'unsupported_media_type'
  | 'body_too_large'
  | 'method_not_allowed'
  | 'origin_not_allowed'
  | 'not_logged_in'
  | 'password_wrong'
  | 'rate_limited'
  | 'product_not_found'
  | 'not_for_sale'
  | 'access_denied'
  | 'ticket_invalid'
  | 'ticket_expired'
  | 'file_not_found'
  | 'file_name_invalid'
  | 'file_not_pdf'
  | 'file_empty'
  | 'file_too_large'
  | 'pdf_broken'
  | 'pdf_encrypted'
  | 'pdf_active_content'
  | 'pdf_too_many_pages'
  | 'pdf_too_dense'
  | 'upload_incomplete'
  | 'edition_not_found'
  | 'order_not_found'
  | 'precondition_failed'
  | 'range_not_satisfiable'
  | 'signature_invalid'
  | 'mail_unavailable'
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
