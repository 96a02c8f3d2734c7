import { defineConfig, devices } from '@playwright/test';
import { byDepth, hasShortLog, isDeep } from '../tests/depth.ts';
import { ON_COMPUTER, ON_PHONE } from '../tests/e2e/devices.ts';
import { OWNER_PASSWORD } from '../tests/e2e/owner.ts';
import { E2E_PORT } from '../tests/e2e/site.ts';
import { LOCAL_ONLY } from '../tests/project.ts';
import { debianBrowser } from './browser.ts';

const executablePath = debianBrowser();

/**
 * Chromium needs the sandbox off to run as root, and makes no calls of its own without the network.
 */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Saves a tenth of the CPU time, since every test opens a page of its own.
  '--renderer-process-limit=1',
  // These save another tenth: one process fewer, and no compilers that a page of a few seconds
  // never pays back.
  '--in-process-gpu',
  '--js-flags=--single-threaded --no-opt --no-maglev',
];

/** A phone paints seven pixels for each CSS pixel, which no test of the day needs. */
const FEW_PIXELS = { deviceScaleFactor: 1 };

export default defineConfig({
  testDir: '../tests',
  testMatch: isDeep ? /\/(e2e|deep)\/.*\.spec\.ts$/ : /\/e2e\/.*\.spec\.ts$/,
  outputDir: '../test-results/e2e',
  reporter: [
    [hasShortLog ? 'dot' : 'list'],
    ['json', { outputFile: '../test-results/playwright.json' }],
  ],
  forbidOnly: true,
  // Four workers keep two cores busy, since tests wait for animations and slow connections.
  workers: 4,
  // These limits are for tests that hang, not for slow ones.
  timeout: byDepth(5, 30) * 60_000,
  expect: { timeout: 20_000 },
  use: {
    actionTimeout: 120_000,
    // Each worker is a client of its own, since all of them together call more often than one
    // client may.
    extraHTTPHeaders: {
      'x-nf-client-connection-ip': `192.0.2.${Number(process.env['TEST_PARALLEL_INDEX'] ?? 0) + 1}`,
    },
    baseURL: `http://localhost:${E2E_PORT}`,
    // By day without motion, whose frames take a fifth of the CPU time. tests/deep/still.spec.ts
    // tests it.
    contextOptions: byDepth({ reducedMotion: 'reduce' }, {}),
    // Tracing every test takes a fifth longer: npm run test:e2e -- --trace on <file>
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: executablePath ? { executablePath, args } : {},
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'] }, ...ON_COMPUTER },
    { name: 'phone', use: { ...devices['Pixel 7'], ...(isDeep ? {} : FEW_PIXELS) }, ...ON_PHONE },
  ],
  webServer: {
    command: `node tests/e2e/serve.ts ${process.env['SITE_IS_BUILT'] ? '' : '--build'}`,
    cwd: '..',
    env: { ...LOCAL_ONLY, PORT: String(E2E_PORT), ADMIN_PASSWORD: OWNER_PASSWORD },
    wait: { stdout: /ready on/ },
    gracefulShutdown: { signal: 'SIGINT', timeout: 5000 },
    timeout: 300_000,
  },
});
