/** Pictures that the owner puts in content/. Their names determine where the shop uses them. */
const PICTURE_FILES = {
  cover: /^content\/guides\/(?:guide-[\w-]+|bundle)\/cover\.(?:svg|png|jpe?g|webp)$/,
  page: /^content\/guides\/guide-[\w-]+\/inside-[1-9]\d*\.(?:png|jpe?g|webp)$/,
  planner: /^content\/creator\.(?:svg|png|jpe?g|webp)$/,
  logo: /^content\/logos\/[\w-]+\.(?:svg|png|jpe?g|webp)$/,
  /** Not every social network shows WebP or SVG. */
  share: /^content\/share\.(?:png|jpe?g)$/,
  article: /^content\/articles\/[\w-]+\.(?:png|jpe?g)$/,
} as const;

export type PictureUse = keyof typeof PICTURE_FILES;

const USES = Object.keys(PICTURE_FILES) as PictureUse[];

/** Returns where the shop uses the picture, or undefined if it does not use it. */
export const useOfPicture = (file: string): PictureUse | undefined =>
  USES.find((use) => PICTURE_FILES[use].test(file));

/** Whether the picture consists of pixels, as a photo does. A drawing (.svg) does not. */
export const isPixelPicture = (file: string): boolean => /\.(png|jpe?g|webp)$/.test(file);
