import href from '../styles/print.css?url&no-inline';

/** During the delay, the page’s font and pictures have the connection to themselves. */
const DELAY_IN_MS = 1000;

/** Loads the print styles after the page. Without JavaScript, the page links to them. */
export function loadPrintStyles(): void {
  addEventListener('load', () => {
    setTimeout(() => {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.media = 'print';
      link.href = href;
      document.head.append(link);
    }, DELAY_IN_MS);
  });
}
