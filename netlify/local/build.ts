import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rename, rm } from 'node:fs/promises';
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

const MOVES = 5;

/**
 * Builds the site in `directory` and then moves it to `dist`, so that a shop on another port that is served from `dist`
 * never serves a half-built site.
 */
export const buildSite = async (root: string, directory: string, env: NodeJS.ProcessEnv) => {
  const dist = path.join(root, 'dist');
  const built = path.join(directory, 'dist');
  const old = path.join(directory, 'dist-old');
  await astroBuild(root, built, env);
  for (let move = 1; ; move += 1) {
    await rm(old, { recursive: true, force: true });
    await rename(dist, old).catch(() => undefined); // a fresh checkout has none
    try {
      await rename(built, dist);
      break;
    } catch (error) {
      if (move === MOVES) throw error; // another shop moved its own build there in between
    }
  }
  await rm(old, { recursive: true, force: true });
};
