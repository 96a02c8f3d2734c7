import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions, type Metafile, type Plugin, build } from 'esbuild';
import type { Generated } from './generated.ts';

/** Netlify reads `config` without running the file, so it must be a bare literal. */
const CONFIG = /^export const config: Config = \{([^]*?)\};$/m;

const readConfig = async (source: string): Promise<string> => {
  const [, literal] = CONFIG.exec(await readFile(source, 'utf8')) ?? [];
  if (literal !== undefined) return literal;
  throw new Error(`${source}: give it a plain "export const config: Config = { ... };"`);
};

/** CommonJS inside packages needs `require`, which a module does not have. */
const REQUIRE =
  "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);";

const OPTIONS = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  // Stripe's SDK then leaves out Node's http and https, which take five times as long to load.
  conditions: ['worker', 'module'],
  banner: { js: REQUIRE },
  // Names stay, since the logs name errors by their classes.
  minifySyntax: true,
  minifyWhitespace: true,
  metafile: true,
} satisfies BuildOptions;

const BUNDLES = 'bundles';
const LAZY = 'lazy';

/**
 * Puts what is imported by `import()` into a file of its own, which a start does not read. That file shares no module
 * with the function, so it must not throw errors that the function recognizes by class.
 */
const createLazy = () => {
  /** By file name. */
  const sources = new Map<string, string>();
  const plugin: Plugin = {
    name: LAZY,
    setup: ({ onResolve, resolve }) => {
      onResolve({ filter: /.*/ }, async ({ kind, path: specifier, importer, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined;
        const { path: source } = await resolve(specifier, {
          kind: 'import-statement',
          importer,
          resolveDir,
        });
        const name = path.basename(specifier, '.ts');
        if ((sources.get(name) ?? source) !== source) throw new Error(`two lazy files ${name}`);
        sources.set(name, source);
        return { path: `./${LAZY}/${name}.mjs`, external: true };
      });
    },
  };
  return { sources, plugin };
};

/** A file that was written; paths are from the folder. */
type Output = {
  readonly file: string;
  readonly bytes: number;
  /** The paths of its sources, from the project's root. */
  readonly inputs: readonly string[];
};

export type BundledFunction = {
  readonly name: string;
  /** Loaded with the function. */
  readonly code: Output;
  /** Loaded at first use. */
  readonly lazy: readonly Output[];
};

type Bundling = { readonly root: string; readonly directory: string };

/** The files that esbuild has written, by path, with their imports. */
const outputsOf = ({ root, directory }: Bundling, { outputs }: Metafile) =>
  new Map(
    Object.entries(outputs).map(([output, { bytes, inputs, imports }]) => {
      const file = path.relative(directory, path.join(root, output));
      const inside = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
      return [file, { file, bytes, inputs: inside.map(([input]) => input), imports }] as const;
    }),
  );

/** `nodeBundler: 'none'` makes Netlify take the bundle as it is, instead of tracing every package that it imports. */
const writeEntry = async (
  { root, directory }: Bundling,
  { name, code, lazy }: BundledFunction,
): Promise<void> => {
  const config = await readConfig(path.join(root, 'netlify', 'functions', `${name}.ts`));
  const included = JSON.stringify([code, ...lazy].map(({ file }) => file));
  await writeFile(
    path.join(directory, `${name}.mjs`),
    `import handler from './${code.file}';
export default handler;
export const config = { nodeBundler: 'none', includedFiles: ${included}, ${config}
};
`,
  );
};

/** Bundles the functions of the project at `root` into `directory`: a small entry with `config` for each, and its code. */
export const bundleFunctions = async (
  root: string,
  directory: string,
  generated: Generated,
): Promise<readonly BundledFunction[]> => {
  const bundling = { root, directory };
  const sources = path.join(root, 'netlify', 'functions');
  const names = (await readdir(sources)).flatMap((file) =>
    file.endsWith('.ts') ? path.basename(file, '.ts') : [],
  );
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  const json = path.join(path.dirname(directory), 'generated.json');
  await writeFile(json, JSON.stringify(generated));

  const bundles = path.join(directory, BUNDLES);
  const write = (entryPoints: Record<string, string>, outdir: string, plugins: Plugin[]) =>
    build({
      ...OPTIONS,
      absWorkingDir: root,
      alias: { '#generated': json },
      entryPoints,
      outdir,
      plugins,
    });
  const { sources: lazySources, plugin } = createLazy();
  const entryPoints = names.map((name) => [name, path.join(sources, `${name}.ts`)]);
  const first = await write(Object.fromEntries(entryPoints), bundles, [plugin]);
  const second = await write(Object.fromEntries(lazySources), path.join(bundles, LAZY), []);

  const written = outputsOf(bundling, first.metafile);
  const writtenLazy = outputsOf(bundling, second.metafile);
  const functions = names.map((name): BundledFunction => {
    const code = written.get(path.join(BUNDLES, `${name}.mjs`));
    if (!code) throw new Error(`${name} was not written`);
    const named = new Set(code.imports.map((one) => path.join(BUNDLES, one.path)));
    const lazy = [...writtenLazy.values()].filter(({ file }) => named.has(file));
    return { name, code, lazy };
  });
  await Promise.all(functions.map((bundled) => writeEntry(bundling, bundled)));
  return functions;
};
