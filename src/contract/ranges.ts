// A browser may break a line after the dash of a range such as "6–10". On pages, invisible word
// joiners around the dash prevent it. netlify/mail/unbroken-email.ts has the rule for emails.

// Without a lookbehind, which Safari has only had since 16.4.
const DASH = /(\d)–(?=\d)/g;
/** Skips tags, because attributes are not part of a line. */
const DASH_IN_HTML = /(\d)–(?=\d)(?![^<>]*>)/g;
const JOINED = '$1\u2060–\u2060';

/**
 * For text on a page. Search engines and other programs get the text of `plainRanges`.
 *
 *     unbroken('ages 6–10')  // "ages 6\u2060–\u206010"
 */
export const unbroken = (text: string): string => text.replaceAll(DASH, JOINED);

/** The same for HTML on a page. */
export const unbrokenHtml = (html: string): string => html.replaceAll(DASH_IN_HTML, JOINED);

export const plainRanges = (text: string): string => text.replaceAll('\u2060', '');
