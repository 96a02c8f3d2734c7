import { spawnSync } from 'node:child_process';

/** Programs that tests run, each with an option that succeeds if it is installed. */
const ASKED = {
  curl: '--version',
  pdftotext: '-v',
  qpdf: '--version',
  'redis-server': '--version',
};

export type Tool = keyof typeof ASKED;

export const hasTool = (tool: Tool): boolean =>
  spawnSync(tool, [ASKED[tool]], { stdio: 'ignore' }).status === 0;

/** Debian's package, if its name differs from the tool's. */
const PACKAGES: Partial<Record<Tool, string>> = { pdftotext: 'poppler-utils' };

/** Debian's packages of the missing tools. */
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

/** Options of a test that runs only if the condition is true. */
export const onlyIf = (isHere: boolean, skipped: string) => ({
  skip: !isHere,
  meta: isHere ? {} : { skipped },
});

/** Options of a test that needs a tool. */
export const needs = (tool: Tool) => onlyIf(hasTool(tool), `${tool} is not installed`);
