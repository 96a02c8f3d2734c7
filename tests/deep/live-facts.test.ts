import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveServices } from '../../netlify/local/serve-services.ts';
import { needs } from '../tools.ts';

type Run = { readonly exitCode: number; readonly output: string };

/** Runs `npm run test:live` with only these environment variables and PATH. */
const runLive = (variables: Readonly<Record<string, string>>): Promise<Run> =>
  new Promise((resolve) => {
    const env = { ...variables, PATH: process.env['PATH'] };
    execFile(process.execPath, ['tests/facts/live.ts'], { env }, (error, stdout, stderr) => {
      resolve({ exitCode: Number(error?.code ?? 0), output: stdout + stderr });
    });
  });

let broken: Server;
let brokenUrl: string;
let callsToBroken = 0;

beforeAll(async () => {
  broken = createServer((_request, response) => {
    callsToBroken += 1;
    response.end('{}');
  });
  broken.listen(0, '127.0.0.1');
  await once(broken, 'listening');
  brokenUrl = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
});
afterAll(() => broken.close());

test('lists the required keys and exits with 1 if all of them are missing', async () => {
  const { exitCode, output } = await runLive({});
  expect(exitCode).toBe(1);
  const names = ['STRIPE_SECRET_KEY', 'UPSTASH_REDIS_REST_URL', 'NETLIFY_AUTH_TOKEN'];
  for (const name of [...names, 'MAIL_API_KEY']) expect(output).toContain(name);
});

test.each(['sk_live_1', 'rk_live_1'])(
  'refuses the live key %s without making any calls',
  async (key) => {
    const variables = { STRIPE_SECRET_KEY: key, STRIPE_API_URL: brokenUrl };
    const { exitCode, output } = await runLive(variables);
    expect(exitCode).toBe(1);
    expect(output).toContain('STRIPE_SECRET_KEY is a live key');
    expect(callsToBroken).toBe(0);
  },
);

test('checks or skips every fact and exits with 0', needs('redis-server'), async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'live-'));
  const all = { withRedis: true, withStripe: true, withMail: true, mailCallsPerSecond: 1000 };
  const services = await serveServices({ directory, ...all });
  try {
    const { exitCode, output } = await runLive(services.environment);
    expect(output.match(/^.*FAILED.*$/gm)).toBeNull();
    for (const vendor of ['Stripe', 'Upstash', 'Netlify Blobs', 'Resend', 'Netlify']) {
      expect(output).toMatch(new RegExp(`^${vendor}$`, 'm'));
    }
    expect(output.match(/^ok {8}ok /gm)?.length).toBeGreaterThan(50);
    expect(exitCode).toBe(0);
  } finally {
    await services.close();
    await rm(directory, { recursive: true, force: true });
  }
});

test('reports a fact that does not hold for a service, and exits with 1', async () => {
  const mail = { MAIL_API_KEY: 're_1', MAIL_FROM: 'shop@example.com', MAIL_API_URL: brokenUrl };
  const { exitCode, output } = await runLive(mail);
  expect(output).toMatch(/^ok {8}FAILED/m);
  expect(output).toMatch(/^Stripe \(not checked: STRIPE_SECRET_KEY missing\)$/m);
  expect(exitCode).toBe(1);
});
