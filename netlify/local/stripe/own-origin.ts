import { createMiddleware } from 'hono/factory';

/**
 * Browsers name the page's origin with every POST; a page of another site must not work these
 * buttons. Tests and scripts send no Origin and pass.
 */
export const onlyFromOwnOrigin = (origin: string) =>
  createMiddleware(async (context, next) => {
    const sender = context.req.header('origin');
    const isChange = context.req.method !== 'GET' && context.req.method !== 'HEAD';
    if (isChange && sender !== undefined && sender !== origin) {
      return context.text(`Only pages of ${origin} may do this.`, 403);
    }
    return next();
  });
