/** Matches the beginnings of addresses that the shop's own pages, functions and files use. */
const RESERVED =
  /^\/(?:(?:404|admin|api|apple-touch-icon|covers|drawings|emails|favicon|formerly|guide-download|home|index|og|present|printables|promises|robots|shell|(?:payment|admin|sitemap)-[^/.]*)(?:[/.]|$)|lessons$|[._])/;

/**
 * Whether a page in content/ can't use an address, because the shop itself uses it.
 *
 *     isReservedAddress('/present')        // true
 *     isReservedAddress('/api/orders')     // true
 *     isReservedAddress('/articles/feed')  // true
 *     isReservedAddress('/terms')          // false
 */
export function isReservedAddress(address: string): boolean {
  return RESERVED.test(address) || /\/(?:index|feed)(?:\.\w+)?$/.test(address);
}
