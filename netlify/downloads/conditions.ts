/** An entity tag (RFC 9110 section 8.8.3). A comma within the quotes belongs to the tag. */
const ETAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

const isNamed = (header: string, etag: string, comparison: 'strong' | 'weak'): boolean => {
  if (header.trim() === '*') return true;
  const tags = header.match(ETAG) ?? [];
  return tags.some((tag) => (comparison === 'weak' ? tag.replace(/^W\//, '') : tag) === etag);
};

/**
 * What the conditions of a GET or HEAD come to, in the order of RFC 9110 section 13.2.2. `etag` is a
 * strong one. The conditions on dates are ignored, as they are to be where nothing is dated.
 */
export const evaluateConditions = (
  headers: Headers,
  etag: string,
): 'proceed' | 'not_modified' | 'failed' => {
  const ifMatch = headers.get('if-match');
  if (ifMatch !== null && !isNamed(ifMatch, etag, 'strong')) return 'failed';
  const ifNoneMatch = headers.get('if-none-match');
  return ifNoneMatch !== null && isNamed(ifNoneMatch, etag, 'weak') ? 'not_modified' : 'proceed';
};

/** If-Range compares strongly, and a date is never an entity tag (section 13.1.5). */
export const mayHonorRange = (headers: Headers, etag: string): boolean => {
  const ifRange = headers.get('if-range');
  return ifRange === null || ifRange.trim() === etag;
};
