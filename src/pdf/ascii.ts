import { unusual } from './refusal.ts';

const [TILDE, MORE, LOWEST, HIGHEST, ALL_ZERO] = [126, 62, 33, 117, 122];
const BLANKS: ReadonlySet<number> = new Set([0, 9, 10, 12, 13, 32]);

/** What stands before the sign of the end, white space left out; readers differ over all else. */
const digitsOf = (text: Uint8Array, end: readonly number[]): Uint8Array => {
  const digits = text.filter((code) => !BLANKS.has(code));
  const size = digits.byteLength - end.length;
  if (size < 0 || end.some((code, n) => digits[size + n] !== code)) throw unusual();
  return digits.subarray(0, size);
};

/** ISO 32000-1 section 7.4.3: five characters stand for four bytes, z for four zeros. */
const fromBase85 = (text: Uint8Array): Uint8Array => {
  const codes = digitsOf(text, [TILDE, MORE]);
  const bytes = new Uint8Array(4 * codes.byteLength);
  let size = 0;
  let group = 0;
  let digits = 0;
  const put = (value: number, count: number): void => {
    for (let n = 0; n < count; n += 1) bytes[size++] = (value >>> (24 - 8 * n)) & 255;
  };
  for (const code of codes) {
    if (code === ALL_ZERO && digits === 0) put(0, 4);
    else {
      if (code < LOWEST || code > HIGHEST) throw unusual();
      group = group * 85 + (code - LOWEST);
      digits += 1;
      if (digits < 5) continue;
      put(group, 4);
      group = 0;
      digits = 0;
    }
  }
  const missing = 5 - digits;
  for (let n = 0; n < missing; n += 1) group = group * 85 + 84;
  if (digits > 1) put(group, digits - 1);
  return bytes.subarray(0, size);
};

/** ISO 32000-1 section 7.4.2. */
const fromHex = (text: Uint8Array): Uint8Array => {
  const codes = digitsOf(text, [MORE]);
  const bytes = new Uint8Array(Math.ceil(codes.byteLength / 2));
  codes.forEach((code, n) => {
    const digit = Number.parseInt(String.fromCharCode(code), 16);
    if (Number.isNaN(digit)) throw unusual();
    bytes[n >> 1] = (bytes[n >> 1] ?? 0) | (n % 2 === 0 ? digit << 4 : digit);
  });
  return bytes;
};

const DECODERS = { ASCII85Decode: fromBase85, ASCIIHexDecode: fromHex };

export const isAscii = (filter: string | undefined): filter is keyof typeof DECODERS =>
  filter === 'ASCII85Decode' || filter === 'ASCIIHexDecode';

/** The bytes that stand as text under this filter. Throws `Refused`. */
export const decodeAscii = (filter: keyof typeof DECODERS, text: Uint8Array): Uint8Array =>
  DECODERS[filter](text);
