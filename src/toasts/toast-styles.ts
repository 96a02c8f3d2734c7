import css from '../styles/toasts.css?inline';

let worn = false;

/** Gives the document the styles of toasts, which come with the script that shows them. */
export function wearToastStyles(): void {
  if (worn) return;
  worn = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}
