import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { astroBuild } from '../../../netlify/local/build.ts';
import { copyProject } from '../../project.ts';
import { optionsOf, say } from '../figures.ts';
import { type Audit, audit } from './audit.ts';
import type { ServerData } from './server.ts';
import { report } from './report.ts';
import { type Tools, loadTools } from './tools.ts';

/**
 * What a phone on a slow line waits for, by Lighthouse: each content page beside an empty document, served alike. `--site=dist` takes a site that is built already;
 * `--throttling=devtools` slows this machine down in place of working out what a slow phone would take;
 * `--beside=<folder>` measures another built site too, turn by turn.
 */
const options = optionsOf({ runs: '5', site: '', throttling: 'simulate', beside: '' });

const throttling = options.throttling === 'devtools' ? 'devtools' : 'simulate';

const SHOP = ['/', '/guide-1', '/guide-2', '/guide-3', '/lesson', '/about', '/faqs'];
const directory = await mkdtemp(path.join(tmpdir(), 'bench-pages-'));

const build = async (): Promise<string> => {
  if (options.site !== '') return path.resolve(options.site);
  say('building the site ...\n');
  const project = copyProject();
  const site = path.join(directory, 'shop');
  try {
    const built = path.join(project.root, 'dist');
    await astroBuild(project.root, built, { PUBLIC_ADS_CONVERSION: '' });
    await cp(built, site, { recursive: true });
  } finally {
    project.remove();
  }
  return site;
};

/** As little as a page can be, and still be measured in all four categories. */
const PAGE = `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The floor</title>
<meta name="description" content="As little as a page can be.">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body><main><h1>The floor</h1></main></body>
</html>
`;

const ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';

/** Writes the page that nothing can be faster than. */
const writeFloor = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'index.html'), PAGE);
  await writeFile(path.join(folder, 'favicon.svg'), ICON);
  await writeFile(path.join(folder, 'robots.txt'), 'User-agent: *\nAllow: /\n');
};

/** Serves each site from an origin of its own, by HTTP/2 and TLS, as a content network would. */
const startServer = async ({ selfsigned }: Tools, sites: readonly string[]) => {
  const name = [{ name: 'commonName', value: 'localhost' }];
  const certificate = await selfsigned.generate(name, { keyType: 'ec' });
  const data: ServerData = { sites, key: certificate.private, cert: certificate.cert };
  const worker = new Worker(new URL('./server.ts', import.meta.url), { workerData: data });
  const [ports]: number[][] = await once(worker, 'message');
  const origins = (ports ?? []).map((port) => `https://localhost:${port}`);
  return { origins, stop: () => worker.terminate() };
};

const measure = async (): Promise<void> => {
  const tools = await loadTools();
  const shop = await build();
  const floor = path.join(directory, 'floor');
  await writeFloor(floor);
  const shops = [shop, ...(options.beside ? [path.resolve(options.beside)] : [])];
  const server = await startServer(tools, [floor, ...shops]);
  const [ofFloor = '', ...ofShops] = server.origins;
  const inEachShop = (address: string) =>
    ofShops.map((origin, place) => ({
      name: place === 0 ? address : `${address} beside`,
      url: origin + address,
    }));
  const pages = [
    { name: 'floor', url: ofFloor },
    ...SHOP.flatMap((address) => inEachShop(address)),
  ];
  const audits = new Map<string, Audit[]>(pages.map(({ name }) => [name, []]));
  try {
    for (let run = 1; run <= Number(options.runs); run += 1) {
      for (const { name, url } of pages)
        audits.get(name)?.push(await audit(tools, url, throttling));
      say(`${run} of ${options.runs}\n`);
    }
  } finally {
    await server.stop();
  }
  report(audits, throttling, SHOP);
};

try {
  await measure();
} finally {
  await rm(directory, { recursive: true, force: true });
}
