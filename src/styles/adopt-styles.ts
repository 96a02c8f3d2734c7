/**
 * Adds styles for elements that only a script shows, so that the page itself stays small. `href` is
 * the URL of a file with the same rules as `css`, for browsers released before 2023.
 */
export function adoptStyles(css: string, href: string): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    // oxlint-disable-next-line compat/compat -- throws in browsers that lack it
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  } catch {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    document.head.append(link);
  }
}
