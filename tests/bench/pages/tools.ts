import { type ChildProcess, execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/** The browser's devtools port, and what Lighthouse is to measure. Its defaults are those of a phone. */
type Flags = {
  readonly port: number;
  readonly logLevel: 'silent';
  readonly throttlingMethod: Throttling;
};

/** 'simulate' works out what a slow phone would take; 'devtools' makes this machine one, and waits. */
export type Throttling = 'simulate' | 'devtools';

export type LighthouseResult = {
  readonly categories: Readonly<Record<string, Category>>;
  readonly audits: Readonly<Record<string, AuditResult>>;
  readonly runtimeError?: { readonly code: string; readonly message: string };
};
type Category = { readonly score: number | null };
/** Of a request, and of the metrics; times in milliseconds since the page was asked for. */
type AuditItem = {
  readonly transferSize?: number;
  readonly resourceType?: string;
  readonly networkRequestTime?: number;
  readonly observedLoad?: number;
};
type AuditResult = {
  readonly numericValue?: number;
  readonly details?: { readonly items?: readonly AuditItem[] };
};

type Lighthouse = (url: string, flags: Flags) => Promise<{ readonly lhr: LighthouseResult }>;

type Certificate = { readonly private: string; readonly cert: string };
type SelfSigned = {
  readonly generate: (
    attributes: readonly { readonly name: string; readonly value: string }[],
    options: { readonly keyType: 'ec' },
  ) => Promise<Certificate>;
};

type Launch = (options: {
  readonly chromePath: string;
  readonly chromeFlags: readonly string[];
  readonly logLevel: 'silent';
}) => Promise<{
  readonly port: number;
  readonly process: ChildProcess;
  readonly kill: () => void;
}>;

/** Only as much of the three packages as is used: they are not there for the type check. */
export type Tools = {
  readonly lighthouse: Lighthouse;
  readonly launch: Launch;
  readonly selfsigned: SelfSigned;
};

const HERE = import.meta.dirname;
const PACKAGES = path.join(HERE, 'node_modules');

const install = (): Promise<unknown> =>
  promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: HERE });

/** Lighthouse weighs ten times what the shop's tests need, so that it is fetched when it is first used. */
export const loadTools = async (): Promise<Tools> => {
  if (!existsSync(path.join(PACKAGES, 'lighthouse'))) {
    process.stdout.write('installing Lighthouse ...\n');
    await install();
  }
  const load = (file: string) => import(path.join(PACKAGES, file));
  const { default: lighthouse } = await load('lighthouse/core/index.js');
  const { launch } = await load('chrome-launcher/dist/index.js');
  const { default: selfsigned } = await load('selfsigned/index.js');
  return { lighthouse, launch, selfsigned };
};
