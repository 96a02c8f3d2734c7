import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../netlify/local/settings.ts';

const CHECK = path.join(ROOT, '.config/node-24.cjs');

/** Runs the check as if it ran in another version of Node. */
const checkAs = (version: string) => {
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
  const program = `${pretend}; require(process.argv[1]); console.log('The script runs.');`;
  return spawnSync(process.execPath, ['-e', program, CHECK], { encoding: 'utf8' });
};

test.each(['20.20.2', '22.21.0', '24.1.0'])(
  'refuses to run in Node %s and says how to install Node 24',
  (version) => {
    const { status, stdout, stderr } = checkAs(version);
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain(`this is Node ${version}.`);
    expect(stderr).toContain('npm ci --include=dev --ignore-scripts=false');
  },
);

test.each(['24.2.0', '24.21.0', '26.0.0'])('runs a script in Node %s', (version) => {
  expect(checkAs(version)).toMatchObject({ status: 0, stdout: 'The script runs.\n', stderr: '' });
});

const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));

/** Commands that run a TypeScript file, or a tool that is configured in TypeScript. */
const NEEDS_NODE_24 = /^node .*\.ts\b|^(?:vitest|playwright|oxlint) /;

const scriptsInTypeScript = Object.keys(scripts).filter((name) => {
  const commands: readonly string[] = scripts[name].split(' && ');
  return commands.some((command) => NEEDS_NODE_24.test(command));
});

test.each(scriptsInTypeScript)('checks the Node version at the start of npm run %s', (name) => {
  expect(scripts[name]).toMatch(/^node (?:-r \.\/)?\.config\/node-24\.cjs\b/);
});
