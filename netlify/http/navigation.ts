/** For a browser that follows a plain form or link, rather than a script that reads JSON. */
export const wantsPage = (request: Request): boolean =>
  request.headers.get('accept')?.includes('text/html') ?? false;

/** 303: the browser goes on with a GET, whatever it came with. */
export const seeOther = (location: string): Response =>
  new Response(null, { status: 303, headers: { location } });
