import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** For a build that is served with the local inbox. Makes the pages promise emails. */
export const INBOX_ENVIRONMENT = { MAIL_API_KEY: 'inbox', MAIL_FROM: 'inbox' };

export const buildSite = async (root: string, outDir: string, env: NodeJS.ProcessEnv) => {
  const astro = path.join(root, 'node_modules', 'astro', 'bin', 'astro.mjs');
  const args = [astro, 'build', '--outDir', path.relative(root, outDir)];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: {
      ...process.env,
      // A test runner sets these two variables, but the site must be built as it is for a deploy.
      DEV: undefined,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (exitCode !== 0) throw new Error(output + errors);
};
