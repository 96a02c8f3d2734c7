const TILDE = 126;
const LOWEST = 33;
const HIGHEST = 117;
const ALL_ZERO = 122;

/** ISO 32000-1 section 7.4.3: five characters stand for four bytes, z for four zeros. */
const fromBase85 = (text: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(4 * text.byteLength);
  let size = 0;
  let group = 0;
  let digits = 0;
  const put = (value: number, count: number): void => {
    for (let n = 0; n < count; n += 1) bytes[size++] = (value >>> (24 - 8 * n)) & 255;
  };
  for (const code of text) {
    if (code === TILDE) break;
    if (code === ALL_ZERO && digits === 0) put(0, 4);
    else if (code >= LOWEST && code <= HIGHEST) {
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
  const bytes = new Uint8Array(Math.ceil(text.byteLength / 2));
  let nibbles = 0;
  for (const code of text) {
    if (code === 62) break;
    const digit = Number.parseInt(String.fromCharCode(code), 16);
    if (Number.isNaN(digit)) continue;
    bytes[nibbles >> 1] = (bytes[nibbles >> 1] ?? 0) | (nibbles % 2 === 0 ? digit << 4 : digit);
    nibbles += 1;
  }
  return bytes.subarray(0, (nibbles + 1) >> 1);
};

const DECODERS: ReadonlyMap<string, (text: Uint8Array) => Uint8Array> = new Map([
  ['ASCII85Decode', fromBase85],
  ['A85', fromBase85],
  ['ASCIIHexDecode', fromHex],
  ['AHx', fromHex],
]);

/** The bytes that stand as text under this filter; null under any other. */
export const decodeAscii = (filter: string | undefined, text: Uint8Array): Uint8Array | null =>
  DECODERS.get(filter ?? '')?.(text) ?? null;
