/** What fetches a link before anybody has asked for it, or only to look where it leads. */
const AUTOMATIC = /bot|crawl|spider|scan|preview|facebookexternalhit|whatsapp|slurp/i;

/**
 * Whether a parent downloads a file from its beginning. Not: a look at its head, a later part of a
 * download that was counted when it began, a question about a copy that is there already, what a browser
 * fetches ahead (the `Sec-Purpose` header of fetch.spec.whatwg.org, and `Purpose` before it), and what
 * scans links.
 */
export const isDownload = ({ method, headers }: Request): boolean => {
  if (method !== 'GET' || headers.has('if-none-match') || headers.has('if-match')) return false;
  if (!/^(bytes=0-)?$/.test(headers.get('range')?.trim() ?? '')) return false;
  const purpose = `${headers.get('sec-purpose') ?? ''} ${headers.get('purpose') ?? ''}`;
  return !/prefetch|preview/i.test(purpose) && !AUTOMATIC.test(headers.get('user-agent') ?? '');
};
