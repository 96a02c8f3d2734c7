/** Promises more bytes than it sends, then closes: to the client the connection has broken. */
export const cutOffAnswer = (): Response =>
  new Response('{', {
    headers: { 'content-type': 'application/json', 'content-length': '1000', connection: 'close' },
  });
