import { spawnSync } from 'node:child_process';

/** What tests run beside the packages of npm with the option that shows that each is there. */
const ASKED = {
  curl: '--version',
  pdftotext: '-v',
  qpdf: '--version',
  'redis-server': '--version',
};

export type Tool = keyof typeof ASKED;

export const hasTool = (tool: Tool): boolean =>
  spawnSync(tool, [ASKED[tool]], { stdio: 'ignore' }).status === 0;

/** Debian's package of a tool that is not named like it. */
const PACKAGES: Partial<Record<Tool, string>> = { pdftotext: 'poppler-utils' };

/** Debian's packages of those that are missing. */
export const missingPackages = (): string[] =>
  (Object.keys(ASKED) as Tool[])
    .filter((tool) => !hasTool(tool))
    .map((tool) => PACKAGES[tool] ?? tool);

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
