/**
 * Adds styles that only a script's elements need, so that the page itself stays small. `css` and
 * `href` have the same rules: browsers before 2023 load them.
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
