// A browser may break a line after the dash of a range such as "6–10". On pages, invisible word
// joiners around the dash prevent this. netlify/mail/unbroken-email.ts does the same for emails.

// Safari before 16.4 doesn't support lookbehind.
const DASH = /(\d)–(?=\d)/g;
/** Skips tags, because attribute values never wrap. */
const DASH_IN_HTML = /(\d)–(?=\d)(?![^<>]*>)/g;
const JOINED = '$1\u2060–\u2060';

/**
 * For text on a page. Use `plainRanges` for search engines and other programs.
 *
 *     unbroken('ages 6–10')  // "ages 6\u2060–\u206010"
 */
export const unbroken = (text: string): string => text.replaceAll(DASH, JOINED);

/** Like `unbroken`, but for HTML. */
export const unbrokenHtml = (html: string): string => html.replaceAll(DASH_IN_HTML, JOINED);

export const plainRanges = (text: string): string => text.replaceAll('\u2060', '');
