import { createHash } from 'node:crypto';
import { evaluateConditions } from '../downloads/file-response.ts';

/**
 * A file of the site with the ETag that Netlify's edge gives it, and 304 in its place where the browser has
 * it. The emulator leaves out both, so that here every repeat visit would load everything again.
 */
export const revalidate = async (request: Request, file: Response): Promise<Response> => {
  if (file.status !== 200) return file;
  const bytes = await file.bytes();
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  const headers = new Headers(file.headers);
  headers.set('etag', etag);
  return evaluateConditions(request.headers, etag) === 'not_modified'
    ? new Response(null, { status: 304, headers })
    : new Response(bytes, { headers });
};
