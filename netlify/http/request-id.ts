/** Netlify sends ULIDs, and `npm start` sends UUIDs. No other value may reach the log. */
const REQUEST_ID = /^(?:[\dA-Z]{26}|[\da-f-]{36})$/;

export const requestIdOf = (request: Request): string => {
  const netlifyId = request.headers.get('x-nf-request-id');
  if (netlifyId !== null && REQUEST_ID.test(netlifyId)) return netlifyId;
  return crypto.randomUUID();
};
