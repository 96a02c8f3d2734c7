import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { astroBuild } from '../../../netlify/local/build.ts';
import { copyProject } from '../../project.ts';
import { say } from '../figures.ts';
import { type Audit, audit } from './audit.ts';
import { writeFloor } from './floor.ts';
import { startServer } from './serving.ts';
import { buildSinglePage } from './single-page/build.ts';
import { report } from './report.ts';
import { loadTools } from './tools.ts';
import { verdicts } from './verdicts.ts';

/**
 * What a phone on a slow line waits for, by Lighthouse: each content page beside an empty document and beside the
 * home page as a single-page app, served alike. `--site=dist` takes a site that is built already.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, site: { type: 'string' } },
});

const SHOP = ['/', '/guide-1', '/guide-2', '/guide-3', '/about', '/faqs'];

const directory = await mkdtemp(path.join(tmpdir(), 'bench-pages-'));

const build = async (): Promise<string> => {
  if (values.site !== undefined) return path.resolve(values.site);
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
    for (let run = 1; run <= Number(values.runs); run += 1) {
      for (const { name, url } of pages) audits.get(name)?.push(await audit(tools, url));
      say(`${run} of ${values.runs}\n`);
    }
  } finally {
    await server.stop();
  }
  const said = verdicts(audits);
  say(report(audits, said));
  if (said.some(({ holds }) => !holds)) process.exitCode = 1;
};

try {
  await measure();
} finally {
  await rm(directory, { recursive: true, force: true });
}
