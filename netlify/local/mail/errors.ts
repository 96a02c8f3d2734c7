import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

export const errorAnswer = (statusCode: number, name: string, message: string, headers = {}) =>
  Response.json({ statusCode, name, message }, { status: statusCode, headers });

/** An error that `/emails` answers as Resend does (resend.com/docs/api-reference/errors). */
export const mailError = (status: ContentfulStatusCode, name: string, message: string) =>
  new HTTPException(status, { message, res: errorAnswer(status, name, message) });
