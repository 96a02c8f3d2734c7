/**
 * The path of a page for visitors. A build that writes guide-1.html reports that name as the path; the dev server
 * reports the requested path.
 *
 *     pagePath('/guide-1.html')  // "/guide-1"
 *     pagePath('/index.html')    // "/"
 */
export function pagePath(pathname: string): string {
  const path = pathname.replace(/\.html$/, '').replace(/\/index$/, '/');
  return path.length > 1 ? path.replace(/\/$/, '') : '/';
}
