import { serveOnLoopback } from '../../../netlify/local/serve.ts';
import { GUIDES } from '../../catalogue.ts';
import { buyAtOnce } from '../../e2e/stand-in.ts';
import { median, optionsOf, takeTurns } from '../measure.ts';
import { withShops } from '../shops.ts';
import { printTable } from '../table.ts';
import { audit, loadLighthouse } from './lighthouse.ts';

/**
 * What a phone on a slow line waits for, by Lighthouse: each page beside an empty document, or beside the same of
 * another checkout, `--beside=<folder>`.
 */
const { rounds, beside } = optionsOf({ rounds: '5', beside: '' });

const LISTED = ['/', ...GUIDES.map(({ path }) => path), '/lesson', '/about', '/faqs'];
/** Of one buyer: they wait for the order, and search engines may not have them, so that only what moves counts. */
const PRIVATE = ['/payment-success', '/guide-download'];

/** As little as a page can be. */
const FLOOR = `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The floor</title>
<meta name="description" content="As little as a page can be.">
<link rel="icon" href="data:,">
</head>
<body><main><h1>The floor</h1></main></body>
</html>
`;

/** What a figure may be on a listed page, by that of the floor. */
const MOST: Readonly<Record<string, ((floor: number) => number) | undefined>> = {
  'FCP, ms': undefined,
  'LCP, ms': (ofFloor) => 1.12 * ofFloor,
  'TBT, ms': () => 60,
  'CLS, thousandths': () => 0,
  'points short of 100': () => 0,
  'kB in all': undefined,
};

/** Each page of a shop by its path, as it is asked for. */
const addressesOf = async (site: string): Promise<[path: string, address: string][]> => {
  const session = await buyAtOnce(site, 'individual_guide_6_10');
  return [
    ...LISTED.map((path): [string, string] => [path, site + path]),
    ...PRIVATE.map((path): [string, string] => [path, `${site}${path}?session_id=${session}`]),
  ];
};

const lighthouse = await loadLighthouse();
const headers = { 'content-type': 'text/html; charset=utf-8' };
const floor = await serveOnLoopback(() => new Response(FLOOR, { headers }), 0);
try {
  await withShops(beside, async (sites) => {
    const subjects = [['floor', () => audit(lighthouse, floor.origin)]];
    for (const [shop, site] of Object.entries(sites)) {
      for (const [path, address] of await addressesOf(site)) {
        subjects.push([`${path} ${shop}`, () => audit(lighthouse, address)]);
      }
    }
    const taken = await takeTurns(Number(rounds), Object.fromEntries(subjects));
    for (const [figure, mostBy] of Object.entries(MOST)) {
      const ofFloor = taken('floor', figure);
      const rowOf = (path: string, most?: number) => ({
        what: path,
        figures: taken(`${path} here`, figure),
        base: beside ? taken(`${path} beside`, figure) : ofFloor,
        most,
      });
      printTable(
        figure,
        ['here', beside ? 'beside' : 'floor'],
        [
          ...LISTED.map((path) => rowOf(path, mostBy?.(median(ofFloor)))),
          ...PRIVATE.map((path) => rowOf(path, figure.startsWith('CLS') ? 0 : undefined)),
        ],
      );
    }
  });
} finally {
  await floor.close();
}
