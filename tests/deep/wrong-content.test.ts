import { execFile } from 'node:child_process';
import { afterAll, expect, test } from 'vitest';
import { copyProject } from '../project.ts';

const project = copyProject();
afterAll(project.remove);

const SITE = 'content/site.md';
project.write(SITE, project.read(SITE).replace(/^refundWindowDays: .*$/m, 'refundWindowDays: two'));
const MISTAKE = /content\/site\.md, line \d+: "refundWindowDays" is "two"\. Write a number of days/;

/** Runs a command in the project without colors in its output. */
const run = (command: string): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const options = { cwd: project.root, env: { ...process.env, NO_COLOR: '1' } };
    const [name = '', ...args] = command.split(' ');
    execFile(name, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code);
      resolve({ code, output: stdout + stderr });
    });
  });

test.each(['npm run build', 'npm run types', 'npx astro sync', 'npm run doctor'])(
  'reports the file and line of a mistake in content/ when running %s',
  async (command) => {
    const { code, output } = await run(command);
    expect(output.replaceAll(/\s+/g, ' ')).toMatch(MISTAKE);
    expect(code).not.toBe(0);
  },
);
