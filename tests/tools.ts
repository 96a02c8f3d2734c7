import { spawnSync } from 'node:child_process';

/**
 * Programs that tests run. Each has an option that checks whether the program is installed, and the
 * name of its Debian package.
 */
const TOOLS = {
  pdftotext: ['-v', 'poppler-utils'],
  qpdf: ['--version', 'qpdf'],
  'redis-server': ['--version', 'redis-server'],
} as const;

type Tool = keyof typeof TOOLS;

export const hasTool = (tool: Tool): boolean =>
  spawnSync(tool, [TOOLS[tool][0]], { stdio: 'ignore' }).status === 0;

/** The Debian packages of the missing tools. */
export const missingPackages = (): string[] =>
  (Object.keys(TOOLS) as Tool[]).filter((tool) => !hasTool(tool)).map((tool) => TOOLS[tool][1]);

declare module 'vitest' {
  interface TaskMeta {
    /** Why a test is skipped. .ci/test.ts prints the reason. */
    skipped?: string;
  }
}

/** Options for a test that runs only if the condition is true. */
export const onlyIf = (isHere: boolean, skipped: string) => ({
  skip: !isHere,
  meta: isHere ? {} : { skipped },
});

/** Options for a test that needs a tool. */
export const needs = (tool: Tool) => onlyIf(hasTool(tool), `${tool} is not installed`);
