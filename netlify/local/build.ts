import { spawn } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** With the local inbox, of which a build knows nothing yet, the site promises mails too. */
export const INBOX = { MAIL_API_KEY: 'inbox', MAIL_FROM: 'inbox' };

/** Builds the site into `outDir`. Throws with Astro's own words. */
export const astroBuild = (root: string, outDir: string, env: NodeJS.ProcessEnv) =>
  new Promise<void>((resolve, reject) => {
    const astro = path.join(root, 'node_modules', 'astro', 'bin', 'astro.mjs');
    const args = [astro, 'build', '--outDir', path.relative(root, outDir)];
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: {
        ...process.env,
        // Whatever runs us, a test runner too, which sets both, the site is built as it is deployed.
        DEV: undefined,
        NODE_ENV: 'production',
        ASTRO_TELEMETRY_DISABLED: '1',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(Buffer.concat(output).toString())),
    );
  });

const MOVES = 5;

/**
 * Builds the site beside `dist` and then moves it there, so that a shop on another port, which is
 * being served from `dist`, does not watch it being built.
 */
export const buildSite = async (root: string, directory: string, env: NodeJS.ProcessEnv) => {
  const dist = path.join(root, 'dist');
  const built = path.join(directory, 'dist');
  const old = path.join(directory, 'dist-old');
  await astroBuild(root, built, env);
  for (let move = 1; ; move += 1) {
    await rm(old, { recursive: true, force: true });
    await rename(dist, old).catch(() => undefined); // there is none in a fresh checkout
    try {
      await rename(built, dist);
      break;
    } catch (error) {
      if (move === MOVES) throw error; // another shop has moved its own there in between
    }
  }
  await rm(old, { recursive: true, force: true });
};
