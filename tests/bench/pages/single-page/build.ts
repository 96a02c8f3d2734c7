import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { ROOT } from '../../../../netlify/local/settings.ts';
import { toJsx } from './to-jsx.ts';

/** Inside the project, so that React is found. */
const WORK = path.join(ROOT, 'node_modules/.cache/bench-single-page');

/** The page that is measured, and a few more that its router knows. */
const PAGES = { '/': 'index', '/about': 'about', '/faqs': 'faqs' } as const;

const DOCUMENT = `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Money-Smart Kids</title>
<meta name="description" content="PDF guides that help parents teach children about money.">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body>
<div id="root"></div>
<script type="module" src="/main.tsx"></script>
</body>
</html>
`;

const STYLES = /<style[^>]*>(.*?)<\/style>|<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/gs;

/** What styles the built home page, linked or in the page, in its order. */
const stylesOf = async (site: string, html: string): Promise<string> => {
  const head = html.replaceAll(/<noscript>.*?<\/noscript>/gs, '');
  const parts = [...head.matchAll(STYLES)].map(([, inline, href]) =>
    href === undefined ? (inline ?? '') : readFile(path.join(site, href), 'utf8'),
  );
  return (await Promise.all(parts)).join('\n');
};

const mainOf = (pages: readonly (readonly [string, string])[]): string => `
import { BuyForm, Link, start } from ${JSON.stringify(path.join(import.meta.dirname, 'app.tsx'))};
import './styles.css';
start({
${pages.map(([route, jsx]) => `${JSON.stringify(route)}: () => ${jsx},`).join('\n')}
});
`;

/**
 * The same home page as a single-page app: an empty document, one script with React and what the page says, one
 * stylesheet, the shop's own. Answers the folder. Fonts and pictures are the built site's.
 */
export const buildSinglePage = async (site: string): Promise<string> => {
  await mkdir(WORK, { recursive: true });
  const pages = await Promise.all(
    Object.entries(PAGES).map(
      async ([route, name]) =>
        [route, await readFile(path.join(site, `${name}.html`), 'utf8')] as const,
    ),
  );
  const home = pages.find(([route]) => route === '/')?.[1] ?? '';
  const main = mainOf(pages.map(([route, html]) => [route, toJsx(html)] as const));
  await writeFile(path.join(WORK, 'index.html'), DOCUMENT);
  await writeFile(path.join(WORK, 'main.tsx'), main);
  await writeFile(path.join(WORK, 'styles.css'), await stylesOf(site, home));
  await build({ root: WORK, configFile: false, logLevel: 'error' });
  return path.join(WORK, 'dist');
};
