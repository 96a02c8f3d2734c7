import { spawnSync } from 'node:child_process';
import type { TestContext } from 'vitest';

/** What tests run beside the packages of npm, and what each is asked: another `script`, as macOS has one, fails. */
const ASKED = {
  curl: '--version',
  openssl: 'version',
  qpdf: '--version',
  'redis-server': '--version',
  script: '--version',
};

export type Tool = keyof typeof ASKED;

export const hasTool = (tool: Tool): boolean =>
  spawnSync(tool, [ASKED[tool]], { stdio: 'ignore' }).status === 0;

/** Debian's packages of those that are missing. */
export const missingPackages = (): string[] =>
  (Object.keys(ASKED) as Tool[])
    .filter((tool) => !hasTool(tool))
    .map((tool) => (tool === 'script' ? 'bsdutils' : tool));

declare module 'vitest' {
  interface TaskMeta {
    /** Why a test is skipped; .ci/test.ts prints it. */
    skipped?: string;
  }
}

/** Options of a test, or of all in a `describe`, that runs only where that is true. */
export const onlyIf = (isHere: boolean, skipped: string) => ({
  skip: !isHere,
  meta: isHere ? {} : { skipped },
});

/** The same for what a tool is needed for. */
export const needs = (tool: Tool) => onlyIf(hasTool(tool), `${tool} is not installed`);

/** The same for a test that has begun. */
export const skipWithout = (tool: Tool, { task, skip }: TestContext): void => {
  const { meta } = needs(tool);
  Object.assign(task.meta, meta);
  skip(meta.skipped !== undefined, meta.skipped);
};
