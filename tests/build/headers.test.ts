import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { NetlifyDev } from '@netlify/dev';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCsp } from '../../.config/csp.ts';
import { FILE_HEADERS, PRIVATE_HEADERS } from '../../netlify/http/headers.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { directivesOf, headerFaults, kindOf, lifetimeFaults, policyFaults } from '../headers.ts';
import { type BuiltPage, attribute, readBuiltSite } from './built-site.ts';

const project = path.join(ROOT, '.netlify', 'test-headers-project');
const off = { enabled: false };

const site = await readBuiltSite();
let netlify: NetlifyDev;

beforeAll(async () => {
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project, { recursive: true });
  symlinkSync(site.directory, path.join(project, 'dist'));
  writeFileSync(path.join(project, 'netlify.toml'), readFileSync(path.join(ROOT, 'netlify.toml')));
  netlify = new NetlifyDev({
    projectRoot: project,
    skipGitignore: true,
    aiGateway: off,
    blobs: off,
    database: off,
    edgeFunctions: off,
    environmentVariables: off,
    functions: off,
    geolocation: off,
    images: off,
  });
  await netlify.start();
});
afterAll(async () => {
  await netlify.stop();
  rmSync(project, { recursive: true, force: true });
});

const get = async (at: string): Promise<Response> => {
  const response = await netlify.handle(new Request(`http://localhost${at}`));
  if (!response) throw new Error(`${at} is not served`);
  return response;
};

const policyOf = (page: BuiltPage): string =>
  attribute(page, 'meta[http-equiv="content-security-policy"]', 'content');

describe('what netlify.toml sends', () => {
  test('every file of the site has every security header, and the lifetime that its name allows', async () => {
    const paths = [...site.files, ...site.pages.map((page) => page.path)];
    expect(paths.length).toBeGreaterThan(50);
    for (const at of paths) {
      const response = await get(at);
      await response.body?.cancel();
      expect(response.status, at).toBe(200);
      expect(headerFaults(response.headers, kindOf(at)), at).toEqual([]);
      expect(lifetimeFaults(response.headers.get('cache-control'), at)).toEqual([]);
    }
  });

  test('it is what functions send, to the letter', async () => {
    const { headers } = await get('/about');
    expect(Object.fromEntries(headers)).toMatchObject(FILE_HEADERS);
    for (const at of ['/payment-success?session_id=cs_test_x', '/guide-download']) {
      const sent = Object.fromEntries((await get(at)).headers);
      expect(sent).toMatchObject({ ...FILE_HEADERS, ...PRIVATE_HEADERS });
    }
  });
});

test.each(site.pages)(
  '$path has a policy before its scripts, which lets in nothing else',
  (page) => {
    const policy = policyOf(page);
    expect(policyFaults(policy)).toEqual([]);
    expect(policy.match(/https?:[^\s;]*/g)).toEqual(['https://checkout.stripe.com']);
    const [before = ''] = page.html.split('<meta http-equiv="content-security-policy"');
    expect(before.replace(/<script type="application\/ld\+json">/g, '')).not.toMatch(
      /<script|<link rel="stylesheet"(?! href="\/no-script\.css")/,
    );
    // Handlers and styles in attributes, which it would refuse.
    expect(page.html.match(/<[^>]*\s(?:on\w+|style)=/g)).toBeNull();

    const directives = directivesOf(policy);
    for (const name of ['default-src', 'base-uri', 'object-src']) {
      expect(directives.get(name), name).toEqual(["'none'"]);
    }
    // Where the owner's files are inspected, one rule names the one worker.
    const trusted = page.path === '/admin-upload' ? ['pdf-worker'] : ["'none'"];
    expect(directives.get('trusted-types')).toEqual(trusted);
    expect(directives.get('require-trusted-types-for')).toEqual(["'script'"]);
    for (const name of ['script-src', 'style-src']) {
      const others = directives.get(name)?.filter((source) => !source.startsWith("'sha256-"));
      expect(others, name).toEqual(["'self'"]);
    }
  },
);

const formAction = (siteUrl: string, standIn?: string) => {
  const csp = createCsp({ site: siteUrl, standIn });
  const directives = typeof csp === 'object' ? (csp.directives ?? []) : [];
  return directives.find((directive) => directive.startsWith('form-action'));
};

describe('where a form may lead', () => {
  const STAND_IN = 'http://localhost:8889';

  test('on this machine, to the stand-in of the payment page too', () => {
    expect(formAction('http://localhost:8888', STAND_IN)).toBe(
      `form-action 'self' https://checkout.stripe.com ${STAND_IN}`,
    );
  });

  test.each([
    ['https://money-smart.example', STAND_IN],
    ['http://localhost:8888', 'https://evil.example'],
    ['https://money-smart.example', undefined],
    ['http://localhost:8888', ''],
  ])('for a shop at %s and a stand-in at %s, to nobody but Stripe', (siteUrl, standIn) => {
    expect(formAction(siteUrl, standIn)).toBe("form-action 'self' https://checkout.stripe.com");
  });
});
