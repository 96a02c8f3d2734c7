/** What a request may hold of the real things of a stage, by kind and name: `session anna`. */
export type Held = (kind: string, name: string) => string;

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const TAILS = ['A', '=', '==', '.', '!', '%00', '/', '~', '-_', 'AAAAAAAAAAAAAAAA', '\u00e9'];

const replaceAt = (text: string, at: number, by: string): string =>
  text.slice(0, at) + by + text.slice(at + 1);

/** One of the six bits that a character of base64url stands for; other characters become one. */
const flipBit = (text: string, bit: number): string => {
  const at = Math.floor(bit / 6) % text.length;
  const value = Math.max(BASE64URL.indexOf(text[at] ?? ''), 0);
  return replaceAt(text, at, BASE64URL[value ^ (1 << (bit % 6))] ?? '');
};

const swap = (text: string, at: number): string =>
  text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2);

const percentEncode = (char: string): string =>
  `%${(char.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`;

/** Ways to make something real into something that is nearly so. */
const BENDS: Readonly<Record<string, (text: string, n: number) => string>> = {
  flip: flipBit,
  cut: (text, n) => text.slice(0, n % text.length),
  behead: (text, n) => text.slice(1 + (n % text.length)),
  extend: (text, n) => text + (TAILS[n % TAILS.length] ?? ''),
  swap: (text, n) => swap(text, n % text.length),
  twice: (text) => text + text,
  upper: (text) => text.toUpperCase(),
  percent: (text, n) => {
    const at = n % text.length;
    return replaceAt(text, at, percentEncode(text[at] ?? ''));
  },
};

export const BEND_NAMES = Object.keys(BENDS);

/** `<<session anna>>`, or bent: `<<ticket anna flip 17>>`. */
const REFERENCE = /<<(\w+) (\w+)(?: (\w+) (\d+))?>>/g;

/** The text with real things in the place of references, so that a request can be written down before there are any. */
export const resolve = (text: string, held: Held): string =>
  text.replace(REFERENCE, (_, kind: string, name: string, bend?: string, n?: string) => {
    const real = held(kind, name);
    const bent = bend === undefined ? undefined : BENDS[bend];
    return bent && real !== '' ? bent(real, Number(n)) : real;
  });

/** What goes into an address and may hold a reference, whose brackets stay as they are. */
export const escaped = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/%3C%3C(.+?)%3E%3E/g, (_, inner: string) =>
    decodeURIComponent(`<<${inner}>>`),
  );
