import { createMiddleware } from 'hono/factory';

/**
 * Browsers name the page's origin with every POST; a page of another site must not work these
 * buttons. Tests and scripts send no Origin and pass.
 */
export const onlyFromOwnOrigin = (origin: string) =>
  createMiddleware(async ({ req, text }, next) => {
    const sender = req.header('origin');
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (isRead || sender === undefined || sender === origin) return next();
    return text(`Only pages of ${origin} may do this.`, 403);
  });
