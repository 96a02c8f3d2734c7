import { copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { PackedMails } from '#contract/mail.ts';
import { type BuildOptions, type Metafile, type Plugin, build } from 'esbuild';

/** Netlify reads `config` without running the file, so it must stand there as a bare literal. */
const CONFIG = /^export const config: Config = \{([^]*?)\};$/m;

const readConfig = async (source: string): Promise<string> => {
  const [, literal] = CONFIG.exec(await readFile(source, 'utf8')) ?? [];
  if (literal !== undefined) return literal;
  throw new Error(`${source}: give it a plain "export const config: Config = { ... };"`);
};

/** Packages that are CommonJS inside ask for `require`, which a module does not have. */
const REQUIRE =
  "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);";

const OPTIONS = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  // Stripe's SDK then does without Node's http and https, which take five times as long to load as itself.
  conditions: ['worker', 'module'],
  banner: { js: REQUIRE },
  // Not the names: the logs tell errors by those of their classes.
  minifySyntax: true,
  minifyWhitespace: true,
  metafile: true,
} satisfies BuildOptions;

const BUNDLES = 'bundles';
const LATER = 'later';

/** What a later file reads from its own folder, by that file's name. */
const READS: ReadonlyMap<string, string> = new Map([
  ['check-pdf', createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')],
]);

/**
 * Leaves what is imported by `import()` to a file of its own: within the function it would be read at every
 * start. That file shares no module with the function, so it must not throw or answer what the function
 * tells by its class.
 */
const createLater = () => {
  /** By the name of its file. */
  const sources = new Map<string, string>();
  const plugin: Plugin = {
    name: LATER,
    setup: ({ onResolve, resolve }) => {
      onResolve({ filter: /.*/ }, async ({ kind, path: specifier, importer, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined;
        const { path: source } = await resolve(specifier, {
          kind: 'import-statement',
          importer,
          resolveDir,
        });
        const name = path.basename(specifier, '.ts');
        if ((sources.get(name) ?? source) !== source) throw new Error(`two later files ${name}`);
        sources.set(name, source);
        return { path: `./${LATER}/${name}.mjs`, external: true };
      });
    },
  };
  return { sources, plugin };
};

/** A file that was written, by its path from the folder. */
type Output = {
  readonly file: string;
  readonly bytes: number;
  /** The paths of all that is in it, from the project's root. */
  readonly inputs: readonly string[];
};

export type BundledFunction = {
  readonly name: string;
  /** What is loaded with the function. */
  readonly code: Output;
  /** What is loaded when it is first needed. */
  readonly later: readonly Output[];
  /** What that reads, by its path from the folder. */
  readonly read: readonly string[];
};

type Bundling = { readonly root: string; readonly directory: string };

/** What esbuild has written, by its path from the folder, and what each of these files imports. */
const outputsOf = ({ root, directory }: Bundling, { outputs }: Metafile) =>
  new Map(
    Object.entries(outputs).map(([output, { bytes, inputs, imports }]) => {
      const file = path.relative(directory, path.join(root, output));
      const inside = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
      return [file, { file, bytes, inputs: inside.map(([input]) => input), imports }] as const;
    }),
  );

/**
 * Netlify's own bundler would trace the packages file by file, all that anybody imports at any time: so it
 * is told to take the bundle as it is.
 */
const writeEntry = async (
  { root, directory }: Bundling,
  { name, code, later, read }: BundledFunction,
): Promise<void> => {
  const config = await readConfig(path.join(root, 'netlify', 'functions', `${name}.ts`));
  const included = JSON.stringify([...[code, ...later].map(({ file }) => file), ...read]);
  await writeFile(
    path.join(directory, `${name}.mjs`),
    `import handler from './${code.file}';
export default handler;
export const config = { nodeBundler: 'none', includedFiles: ${included}, ${config}
};
`,
  );
};

/** What is written into the bundles, since only a build knows it. */
export type Built = {
  /** The site's own 404.html. */
  readonly notFoundPage: string;
  /** What content/mail says. */
  readonly mails: PackedMails;
  /** Of the deploy; absent where there is none. */
  readonly context?: string | undefined;
  readonly siteUrl?: string | undefined;
};

/** The globals that the sources read in their place. */
const globalsOf = ({ notFoundPage, mails, context, siteUrl }: Built): Record<string, string> => ({
  'globalThis.NOT_FOUND_PAGE': JSON.stringify(notFoundPage),
  ...Object.fromEntries(
    Object.entries(mails).map(([name, mail]) => [`globalThis.MAILS.${name}`, JSON.stringify(mail)]),
  ),
  'globalThis.DEPLOY_CONTEXT': String(JSON.stringify(context)),
  'globalThis.DEPLOY_SITE_URL': String(JSON.stringify(siteUrl)),
});

/**
 * Bundles every function of the project below `root` into `directory`: a small file each, with its `config`
 * as Netlify reads it, and beside these what they load.
 */
export const bundleFunctions = async (
  root: string,
  directory: string,
  built: Built,
): Promise<readonly BundledFunction[]> => {
  const bundling = { root, directory };
  const sources = path.join(root, 'netlify', 'functions');
  const names = (await readdir(sources)).flatMap((file) =>
    file.endsWith('.ts') ? path.basename(file, '.ts') : [],
  );
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });

  const bundles = path.join(directory, BUNDLES);
  const write = (entryPoints: Record<string, string>, outdir: string, plugins: Plugin[]) =>
    build({
      ...OPTIONS,
      absWorkingDir: root,
      define: globalsOf(built),
      entryPoints,
      outdir,
      plugins,
    });
  const { sources: laterSources, plugin } = createLater();
  const entryPoints = names.map((name) => [name, path.join(sources, `${name}.ts`)]);
  const first = await write(Object.fromEntries(entryPoints), bundles, [plugin]);
  const second = await write(Object.fromEntries(laterSources), path.join(bundles, LATER), []);
  const besideLater = (source: string): string => path.join(BUNDLES, LATER, path.basename(source));
  for (const source of READS.values())
    await copyFile(source, path.join(directory, besideLater(source)));

  const written = outputsOf(bundling, first.metafile);
  const writtenLater = outputsOf(bundling, second.metafile);
  const functions = names.map((name): BundledFunction => {
    const code = written.get(path.join(BUNDLES, `${name}.mjs`));
    if (!code) throw new Error(`${name} was not written`);
    const named = new Set(code.imports.map((one) => path.join(BUNDLES, one.path)));
    const later = [...writtenLater.values()].filter(({ file }) => named.has(file));
    const read = later.flatMap(({ file }) => {
      const source = READS.get(path.basename(file, '.mjs'));
      return source === undefined ? [] : [besideLater(source)];
    });
    return { name, code, later, read };
  });
  await Promise.all(functions.map((bundled) => writeEntry(bundling, bundled)));
  return functions;
};
