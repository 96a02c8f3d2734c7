/** An entity tag, which may contain commas (RFC 9110, section 8.8.3). */
const ENTITY_TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

const listsEtag = (header: string, etag: string, comparison: 'strong' | 'weak'): boolean => {
  if (header.trim() === '*') return true;
  const listed: readonly string[] = header.match(ENTITY_TAG) ?? [];
  if (comparison === 'strong') return listed.includes(etag);
  return listed.some((tag) => tag.replace(/^W\//, '') === etag);
};

/**
 * Evaluates conditions in the order of RFC 9110, section 13.2.2. `etag` must be strong. Ignores
 * conditions on dates, because responses have no Last-Modified header.
 */
export const evaluateConditions = (
  headers: Headers,
  etag: string,
): 'proceed' | 'not_modified' | 'failed' => {
  const ifMatch = headers.get('if-match');
  if (ifMatch !== null && !listsEtag(ifMatch, etag, 'strong')) return 'failed';
  const ifNoneMatch = headers.get('if-none-match');
  if (ifNoneMatch !== null && listsEtag(ifNoneMatch, etag, 'weak')) return 'not_modified';
  return 'proceed';
};

/** Whether a Range header applies. An If-Range date never matches (RFC 9110, section 13.1.5). */
export const allowsRange = (headers: Headers, etag: string): boolean => {
  const ifRange = headers.get('if-range');
  return ifRange === null || ifRange.trim() === etag;
};
