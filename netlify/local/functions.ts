import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Reactive, mockLocation, shouldBase64Encode } from '@netlify/dev-utils';
import { FunctionsHandler } from '@netlify/functions-dev';
import { build } from 'esbuild';

/** Netlify reads `config` without running the file, so it must stand there as a bare literal. */
const CONFIG = /^export const config: Config = (\{[^]*?\});$/m;

const readConfig = async (source: string): Promise<string> => {
  const [, literal] = CONFIG.exec(await readFile(source, 'utf8')) ?? [];
  if (literal !== undefined) return literal;
  throw new Error(`${source}: end it with a plain "export const config: Config = { ... };"`);
};

/** Packages that are CommonJS inside ask for `require`, which a module does not have. */
const REQUIRE =
  "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);";

/**
 * Bundles each function once and puts a small entry before it. The emulator parses and copies what
 * it calls at every call: a small entry costs it a third of a second, a whole source several times that.
 */
const prepare = async (root: string, directory: string): Promise<string> => {
  const sources = path.join(root, 'netlify', 'functions');
  const bundles = path.join(directory, 'bundles');
  const entries = path.join(directory, 'entries');
  for (const made of [bundles, entries]) await rm(made, { recursive: true, force: true });
  await mkdir(entries, { recursive: true });
  const names = (await readdir(sources)).filter((name) => name.endsWith('.ts'));
  await build({
    entryPoints: names.map((name) => path.join(sources, name)),
    outdir: bundles,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true, // what they share is written once: a fifth of the time
    platform: 'node',
    format: 'esm',
    target: 'node24',
    banner: { js: REQUIRE },
    sourcemap: true,
  });
  for (const name of names) {
    const entry = name.replace(/\.ts$/, '.mjs');
    const bundle = pathToFileURL(path.join(bundles, entry)).href;
    const config = await readConfig(path.join(sources, name));
    await writeFile(
      path.join(entries, entry),
      `import handler from '${bundle}';\nexport default handler;\nexport const config = ${config};\n`,
    );
  }
  return entries;
};

/** Calls of one function wait for each other, since each of them writes the same files. */
const createTurns = () => {
  const last = new Map<string, Promise<unknown>>();
  return <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(task);
    last.set(
      key,
      turn.catch(() => undefined),
    );
    return turn;
  };
};

/**
 * `/api/files/abc` and `/api/files/def` are one function, and so are all addresses of the one that
 * takes what no file answers. The owner's are told by one more segment.
 */
const functionOf = (request: Request, { preferStatic }: { preferStatic: boolean }): string => {
  const { pathname } = new URL(request.url);
  if (preferStatic) return '/*';
  return pathname.split('/', pathname.startsWith('/api/admin/') ? 4 : 3).join('/');
};

/**
 * Takes the whole answer off the worker before passing it on. A browser that goes away in the middle
 * would otherwise cancel the worker's stream, and that stream's late close ends the process.
 */
const settled = async (response: Response): Promise<Response> =>
  new Response(response.body && (await response.arrayBuffer()), response);

/**
 * The emulator reads every body as text, and then tells the function that those of binary types are in
 * base64, as they are on Netlify. So that is what it has to read.
 */
const readable = async (request: Request): Promise<Request> => {
  if (!request.body || !shouldBase64Encode(request.headers.get('content-type') ?? ''))
    return request;
  const body = Buffer.from(await request.arrayBuffer()).toString('base64');
  return new Request(request.url, { method: request.method, headers: request.headers, body });
};

/** The function that a request's address and method belong to. */
type FoundFunction = {
  /** Whether a file of the site at this address goes before it. */
  readonly preferStatic: boolean;
  readonly call: () => Promise<Response>;
};
export type FindFunction = (request: Request) => Promise<FoundFunction | undefined>;

/** Netlify's own emulator of functions, a worker for each call. */
export const startFunctions = async (root: string, directory: string): Promise<FindFunction> => {
  const entries = await prepare(root, directory);
  const inTurn = createTurns();
  const emulator = new FunctionsHandler({
    config: new Reactive({ functions: { '*': { node_bundler: 'none' } } }),
    destPath: path.join(directory, 'calls'),
    geolocation: mockLocation,
    projectRoot: root,
    settings: {},
    userFunctionsPath: entries,
  });
  return async (request) => {
    const match = await emulator.match(request);
    return (
      match && {
        preferStatic: match.preferStatic,
        call: () =>
          inTurn(functionOf(request, match), async () =>
            settled(await match.handle(await readable(request))),
          ),
      }
    );
  };
};
