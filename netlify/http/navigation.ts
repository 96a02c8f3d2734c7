/** Whether a browser follows a plain form or link; a script reads JSON instead. */
export const wantsPage = (request: Request): boolean =>
  request.headers.get('accept')?.includes('text/html') ?? false;

/** 303: the browser continues with a GET. */
export const seeOther = (location: string): Response =>
  new Response(null, { status: 303, headers: { location } });
