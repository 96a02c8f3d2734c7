import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** Settings for a build that is served with the local inbox, so that its pages promise emails. */
export const INBOX = { MAIL_API_KEY: 'inbox', MAIL_FROM: 'inbox' };

/** Builds the site into `outDir`. Throws with Astro's output. */
export const astroBuild = async (root: string, outDir: string, env: NodeJS.ProcessEnv) => {
  const astro = path.join(root, 'node_modules', 'astro', 'bin', 'astro.mjs');
  const args = [astro, 'build', '--outDir', path.relative(root, outDir)];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: {
      ...process.env,
      // A test runner sets both, but the site is built as for a deploy.
      DEV: undefined,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  if (code !== 0) throw new Error(output + errors);
};
