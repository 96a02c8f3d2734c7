import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyProject } from '../project.ts';
import { readBuiltSite } from './built-site.ts';

const site = await readBuiltSite();
const { root, remove } = copyProject();
afterAll(remove);
const dist = path.join(root, 'dist');

/** Runs the last step of `npm run build` on a copy of the built site. */
const finishBuild = (settings: NodeJS.ProcessEnv): void => {
  rmSync(dist, { recursive: true, force: true });
  cpSync(site.directory, dist, { recursive: true });
  const env = { ...process.env, CONTEXT: undefined, ...settings };
  execFileSync(process.execPath, ['netlify/build/run.ts'], { cwd: root, env });
};

const robotsHeaders = (): readonly string[] => {
  const file = path.join(dist, '_headers');
  return existsSync(file) ? (readFileSync(file, 'utf8').match(/X-Robots-Tag: .*/g) ?? []) : [];
};

describe('a deploy to production', () => {
  beforeAll(() => finishBuild({ CONTEXT: 'production' }));

  test('allows search engines to list the site', () => {
    expect(robotsHeaders()).toEqual([]);
  });

  test.each(['shell.html', 'formerly.json', 'promises.json', 'emails'])(
    'does not publish dist/%s, which only functions use',
    (file) => {
      expect(existsSync(path.join(site.directory, file))).toBe(true);
      expect(existsSync(path.join(dist, file))).toBe(false);
    },
  );
});

// Netlify itself adds this header only to deploy previews.
test.each(['branch-deploy', 'deploy-preview'])('hides a %s from search engines', (context) => {
  finishBuild({ CONTEXT: context });
  expect(robotsHeaders()).toEqual(['X-Robots-Tag: noindex']);
});
