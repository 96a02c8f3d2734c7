/** Markers of frames, which hold the size; three of their row are others (ITU-T T.81, table B.1). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** How many pixels a JPEG has by its own word, which decoders believe; null where it is none. */
export const jpegSize = (
  bytes: Uint8Array,
): { readonly width: number; readonly height: number } | null => {
  const two = (at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  if (two(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 < bytes.byteLength && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) return { height: two(at + 5), width: two(at + 7) };
    // A marker may have any number of these before it.
    at += marker === 0xff ? 1 : 2 + two(at + 2);
  }
  return null;
};
