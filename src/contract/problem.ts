/** All errors that the API returns. The codes are stable, so that clients can branch on them. */
export const PROBLEMS = {
  invalid_request: { status: 400, title: 'Invalid request' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  body_too_large: { status: 413, title: 'Body too large' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  origin_not_allowed: { status: 403, title: 'Origin not allowed' },
  not_logged_in: { status: 401, title: 'Not logged in' },
  password_wrong: { status: 401, title: 'Wrong password' },
  rate_limited: { status: 429, title: 'Too many requests' },
  product_not_found: { status: 404, title: 'Product not found' },
  not_for_sale: { status: 409, title: 'Not for sale' },
  access_denied: { status: 403, title: 'Access denied' },
  ticket_invalid: { status: 403, title: 'Download link not valid' },
  ticket_expired: { status: 410, title: 'Download link expired' },
  file_not_found: { status: 404, title: 'File not found' },
  file_name_invalid: { status: 422, title: 'File name not valid' },
  file_not_pdf: { status: 415, title: 'Invalid file type' },
  file_differs: { status: 409, title: 'Different from the shop’s pages' },
  file_empty: { status: 422, title: 'Empty file' },
  file_too_large: { status: 413, title: 'File too large' },
  pdf_broken: { status: 422, title: 'Broken PDF' },
  pdf_from_shop: { status: 422, title: 'Copy from the shop' },
  pdf_too_complex: { status: 422, title: 'PDF too complex' },
  pdf_encrypted: { status: 422, title: 'Encrypted PDF' },
  upload_incomplete: { status: 409, title: 'Upload incomplete' },
  upload_damaged: { status: 409, title: 'Upload damaged' },
  route_not_found: { status: 404, title: 'Not found' },
  edition_not_found: { status: 404, title: 'Edition not found' },
  order_not_found: { status: 404, title: 'Order not found' },
  precondition_failed: { status: 412, title: 'Precondition failed' },
  range_not_satisfiable: { status: 416, title: 'Range not satisfiable' },
  signature_invalid: { status: 400, title: 'Invalid signature' },
  signature_expired: { status: 400, title: 'Signature expired' },
  event_unreadable: { status: 400, title: 'Unreadable event' },
  mail_unavailable: { status: 503, title: 'No email' },
  payment_unavailable: { status: 502, title: 'Payment provider unavailable' },
  temporarily_unavailable: { status: 503, title: 'Temporarily unavailable' },
  internal_error: { status: 500, title: 'Internal error' },
} as const satisfies Record<string, { readonly status: number; readonly title: string }>;

export type ProblemCode = keyof typeof PROBLEMS;

/** RFC 9457 problem details, with our `code` and the request id as extension members. */
export type ProblemDetails = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ProblemCode;
  requestId: string;
};
