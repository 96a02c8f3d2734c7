import { mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { astroBuild } from '../../netlify/local/build.ts';
import { type ProjectCopy, copyProject } from '../project.ts';
import { addGuides } from './many-guides.ts';

export type Build = {
  readonly seconds: number;
  /** Of the processor: what other work on the machine changes least. */
  readonly cpuSeconds: number;
  /** The most memory that the build had at once. */
  readonly peakBytes: number;
  readonly pages: number;
  readonly bytes: number;
};

/** Writes what the build has used of the machine when it ends. */
const PROBE = `import { writeFileSync } from 'node:fs';
process.on('exit', () => writeFileSync(process.env.USAGE_FILE, JSON.stringify(process.resourceUsage())));`;

/** The shop with so many guides. */
export const shopWith = (guides: number): ProjectCopy => {
  const project = copyProject();
  addGuides(project, guides);
  return project;
};

/** The least that Astro builds: so many pages with nothing on them. */
export const emptySiteWith = (pages: number): ProjectCopy => {
  const project = copyProject();
  for (const name of ['content', 'src', 'netlify', 'public', '.config']) {
    rmSync(path.join(project.root, name), { recursive: true });
  }
  mkdirSync(path.join(project.root, 'src', 'pages'), { recursive: true });
  project.write('astro.config.mjs', "export default { build: { format: 'file' } };\n");
  const paths = `Array.from({ length: ${pages} }, (_, i) => ({ params: { page: 'page-' + i } }))`;
  project.write(
    'src/pages/[page].astro',
    `---\nexport const getStaticPaths = () => ${paths};\n---\n<!doctype html><title>Empty</title>\n`,
  );
  return project;
};

const filesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(directory, name))
    .filter((file) => statSync(file).isFile());

/** Builds the site once, as it is deployed. */
export const build = async ({ root }: ProjectCopy): Promise<Build> => {
  const outDir = path.join(root, 'dist');
  const usageFile = path.join(root, 'usage.json');
  rmSync(outDir, { recursive: true, force: true });
  const started = performance.now();
  await astroBuild(root, outDir, {
    PUBLIC_SITE_URL: 'https://money-smart.example',
    PUBLIC_ADS_CONVERSION: '',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PROBE)}`,
    USAGE_FILE: usageFile,
  });
  const seconds = (performance.now() - started) / 1000;
  const usage: NodeJS.ResourceUsage = JSON.parse(readFileSync(usageFile, 'utf8'));
  const files = filesIn(outDir);
  return {
    seconds,
    cpuSeconds: (usage.userCPUTime + usage.systemCPUTime) / 1e6,
    peakBytes: usage.maxRSS * 1024,
    pages: files.filter((file) => file.endsWith('.html')).length,
    bytes: files.reduce((sum, file) => sum + statSync(file).size, 0),
  };
};
