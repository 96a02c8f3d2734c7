import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { astroBuild } from '../../../netlify/local/build.ts';
import { copyProject } from '../../project.ts';
import { optionsOf, say } from '../figures.ts';
import { type Audit, audit } from './audit.ts';
import { writeFloor } from './floor.ts';
import { startServer } from './serving.ts';
import { buildSinglePage } from './single-page/build.ts';
import { report } from './report.ts';
import { loadTools } from './tools.ts';

/**
 * What a phone on a slow line waits for, by Lighthouse: each content page beside an empty document and beside the
 * home page as a single-page app, served alike. `--site=dist` takes a site that is built already.
 */
const options = optionsOf({ runs: '5', site: '' });

const SHOP = ['/', '/guide-1', '/guide-2', '/guide-3', '/about', '/faqs'];

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

const measure = async (): Promise<void> => {
  const tools = await loadTools();
  const shop = await build();
  const floor = path.join(directory, 'floor');
  await writeFloor(floor);
  const singlePage = await buildSinglePage(shop);
  const sites = [{ folders: [floor] }, { folders: [singlePage, shop] }, { folders: [shop] }];
  const server = await startServer(tools, sites);
  const [ofFloor = '', ofSinglePage = '', ofShop = ''] = server.origins;
  const pages = [
    { name: 'floor', url: ofFloor },
    { name: 'single page', url: ofSinglePage },
    ...SHOP.map((address) => ({ name: address, url: ofShop + address })),
  ];
  const audits = new Map<string, Audit[]>(pages.map(({ name }) => [name, []]));
  try {
    for (let run = 1; run <= Number(options.runs); run += 1) {
      for (const { name, url } of pages) audits.get(name)?.push(await audit(tools, url));
      say(`${run} of ${options.runs}\n`);
    }
  } finally {
    await server.stop();
  }
  report(audits);
};

try {
  await measure();
} finally {
  await rm(directory, { recursive: true, force: true });
}
