/** The shop's style in brief. Some email programs read only inline styles, others only the style sheet. */
const STYLES: Readonly<Record<string, string>> = {
  p: 'margin:0 0 16px',
  h2: 'margin:28px 0 8px;font:600 19px/1.3 Georgia,serif',
  ul: 'margin:0 0 16px;padding:0 0 0 20px',
  li: 'margin:0 0 8px',
  a: 'color:#2f6d50',
};

const SHEET = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  body, .paper { background: #10231d !important; color: #f3ecdd !important }
  .card { background: #17332b !important; color: #f3ecdd !important }
  .quiet { color: #c9c2b2 !important }
  a { color: #7cc8a2 !important }
  .button { background: #7cc8a2 !important }
  .button a { color: #10231d !important }
}`;

const styled = (html: string): string =>
  html.replace(/<(p|h2|ul|li|a)(?=[\s>])/g, (_, tag: string) => `<${tag} style="${STYLES[tag]}"`);

const FONT = "font:17px/1.6 -apple-system,'Segoe UI',Roboto,Arial,sans-serif";

const TABLE = '<table role="presentation" cellpadding="0" cellspacing="0"';

/** Outlook applies widths, fonts and backgrounds only to tables and their cells. */
const buttonOf = (words: string): string =>
  `${TABLE} style="margin:24px 0"><tr><td class="button" bgcolor="#2f6d50" style="border-radius:12px;${FONT}">` +
  `<a href="{link}" style="display:inline-block;padding:14px 24px;color:#ffffff;font-weight:600;text-decoration:none">${words}</a>` +
  '</td></tr></table>';

/** Where pictures are off, the guide's name stands in its place. */
const COVER =
  '<img src="{cover}" alt="{guide}" width="96" height="128" style="display:block;border-radius:3px 8px 8px 3px;font-size:14px;line-height:1.4">';

const besideCover = (paragraph: string): string =>
  `${TABLE} width="100%"><tr><td width="96" valign="top" style="padding:0 16px 16px 0">${COVER}</td>` +
  `<td valign="top" style="${FONT}">${paragraph}</td></tr></table>`;

type Mail = {
  readonly brand: string;
  readonly subject: string;
  readonly preview: string;
  readonly body: string;
  readonly button: string | undefined;
  /** Whether the first paragraph stands beside the guide's cover. */
  readonly hasCover?: boolean;
};

/** The first block, the button, and the rest. */
const arrange = ({ body, button, hasCover }: Mail): string => {
  const html = styled(body);
  // The first block may be a quote or a list, which has paragraphs of its own.
  const [, tag = 'p'] = /^<(\w+)/.exec(html) ?? [];
  const end = html.indexOf(`</${tag}>`) + `</${tag}>`.length;
  const first = html.slice(0, end);
  return (
    (hasCover ? besideCover(first) : first) +
    (button === undefined ? '' : buttonOf(button)) +
    html.slice(end)
  );
};

/**
 * An email as HTML, at most 600 pixels wide. Its parts are HTML. It loads nothing but the cover, and is readable without
 * styles and pictures.
 */
export const mailPage = (mail: Mail): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${mail.subject}</title>
<style>${SHEET}</style>
</head>
<body class="paper" style="margin:0;background:#fbf7ef;color:#17332b">
<div style="display:none;max-height:0;overflow:hidden">${mail.preview}</div>
${TABLE} width="100%"><tr><td align="center" style="padding:24px 12px">
${TABLE} width="600" style="width:100%;max-width:600px"><tr><td class="card" align="left" bgcolor="#ffffff" style="padding:28px 24px;border-radius:16px;color:#17332b;${FONT};overflow-wrap:anywhere">
<p style="margin:0 0 20px;font:600 22px/1.3 Georgia,serif">${mail.brand}</p>
${arrange(mail)}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
