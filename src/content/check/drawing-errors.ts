import type { PictureSize } from './pictures.ts';

/** A reason why a drawing cannot be shown, and what to do about it. */
type DrawingFault = { readonly found: RegExp; readonly message: string };

const OR_PNG = 'or save the picture as a .png';

const SCRIPT =
  /<(?:[\w-]+:)?script\b|\son[a-z]+\s*=|j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:|http:\/\/www\.w3\.org\/1999\/xhtml/i;

const FAULTS: readonly DrawingFault[] = [
  {
    // A script would run with the shop's origin if somebody opened the drawing directly.
    found: SCRIPT,
    message: `A drawing must not contain scripts or HTML. Save it as a plain SVG with only shapes and colors, ${OR_PNG}.`,
  },
  {
    // Entities can hide a script.
    found: /<!(?:ENTITY|ATTLIST)\b/i,
    message: `The drawing defines entities, as files from Illustrator do. Export it with “SVG” instead of “SVG with editing”, or as “SVG Tiny”, ${OR_PNG}.`,
  },
  {
    found: /<(?:[\w-]+:)?(?:text|flowRoot)\b/i,
    message: `The drawing has text, which may look different on other devices. In your drawing program, convert the text to paths (outlines) and save the drawing again, ${OR_PNG}.`,
  },
  {
    found: /<(?:[\w-]+:)?foreignObject\b/i,
    message: `The drawing has a part (foreignObject) that browsers don’t show in a picture. Save it as a plain SVG, without the option to edit it again, ${OR_PNG}.`,
  },
  {
    found: /<(?:[\w-]+:)?a\b/i,
    message: `The drawing has a link, which does nothing in a picture. Remove it, ${OR_PNG}.`,
  },
  {
    found: /currentColor/i,
    message:
      'The drawing uses the color currentColor, which turns black in a picture and is invisible on a dark page. Replace it with a color that is visible on light and dark pages, such as #6b7d73.',
  },
];

/** URLs in attributes and styles. */
const ADDRESS =
  /(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')|url\(\s*["']?([^"')]*)|@import\s+["']([^"']*)/gi;

/** The address of a part of the drawing itself, or of a picture or font embedded in it. */
const OWN_ADDRESS = /^(?:#|$|data:(?!text\/html|image\/svg))/i;

const OTHER_FILE = `The drawing needs another file, which browsers don’t load for a picture. Embed it, ${OR_PNG}.`;

/** Removes parts that are never displayed, and decodes numeric and `&quot;` entities. */
const visiblePartsOf = (svg: string): string =>
  svg
    .replaceAll(/<!--[^]*?-->/g, '')
    .replaceAll(/<(title|desc|metadata)\b[^>]*>[^]*?<\/\1>/gi, '')
    .replaceAll(/&quot;|&#34;|&#x22;/gi, "'")
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll(/&#x([\da-f]+);/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );

const needsOtherFile = (visible: string): boolean =>
  [...visible.matchAll(ADDRESS)].some(([, ...groups]) => {
    const address = groups.find((group) => group !== undefined) ?? '';
    return !OWN_ADDRESS.test(address.trim());
  });

const VIEW_BOX = /<svg\b[^>]*\bviewBox\s*=\s*["']([^"']*)["']/i;

/** Returns the size in the units of the viewBox, or null for a drawing without a viewBox. */
export const sizeOfDrawing = (svg: string): PictureSize | null => {
  const numbers = VIEW_BOX.exec(svg)?.[1] ?? '';
  const [, , width = 0, height = 0] = numbers
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return width > 0 && height > 0 ? { width, height } : null;
};

export function* findDrawingFaults(svg: string): Iterable<string> {
  const visible = visiblePartsOf(svg);
  if (!/<svg\b[^>]*\bxmlns\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/i.test(visible)) {
    yield `The file isn’t a complete SVG drawing: its first tag needs xmlns="http://www.w3.org/2000/svg". Save it again as a plain SVG in UTF-8, ${OR_PNG}.`;
  }
  if (!sizeOfDrawing(visible)) {
    yield `The drawing doesn’t say how large it is, so it can’t be resized. Its first tag needs a viewBox, such as viewBox="0 0 300 400". Add it, ${OR_PNG}.`;
  }
  for (const { found, message } of FAULTS) {
    if (found.test(visible)) yield message;
  }
  if (needsOtherFile(visible)) yield OTHER_FILE;
}
