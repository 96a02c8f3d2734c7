import { defineConfig, devices } from '@playwright/test';
import { byDepth, hasShortLog, isDeep } from '../tests/depth.ts';
import { ON_COMPUTER, ON_PHONE } from '../tests/e2e/devices.ts';
import { OWNER_PASSWORD } from '../tests/e2e/owner.ts';
import { E2E_PORT } from '../tests/e2e/site.ts';
import { LOCAL_ONLY } from '../tests/project.ts';
import { debianBrowser } from './browser.ts';

const executablePath = debianBrowser();

/**
 * As root, Chromium needs --no-sandbox. The other flags stop background requests or save CPU time.
 */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Saves a tenth of the CPU time, since every test opens a new page.
  '--renderer-process-limit=1',
  // These save another tenth: one fewer process, and no optimizing compilers, which don't pay off
  // on a page that is open for a few seconds.
  '--in-process-gpu',
  '--js-flags=--single-threaded --no-opt --no-maglev',
];

/**
 * A Pixel 7 has a scale factor of 2.625, which means seven device pixels for each CSS pixel. Only
 * deep tests need that resolution.
 */
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
  // Four workers keep two cores busy, because tests wait for animations and slow connections.
  workers: 4,
  // These limits are for tests that hang, not for slow ones.
  timeout: byDepth(5, 30) * 60_000,
  expect: { timeout: 20_000 },
  use: {
    actionTimeout: 120_000,
    // Each worker sends a different IP address, because together they would exceed the rate limit
    // of one client.
    extraHTTPHeaders: {
      'x-nf-client-connection-ip': `192.0.2.${Number(process.env['TEST_PARALLEL_INDEX'] ?? 0) + 1}`,
    },
    baseURL: `http://localhost:${E2E_PORT}`,
    // `npm test` runs with reduced motion, because animations take a fifth of the CPU time.
    // tests/deep/still.spec.ts tests motion.
    contextOptions: byDepth({ reducedMotion: 'reduce' }, {}),
    // With tracing, tests take a fifth longer. To trace one file:
    // npm run test:e2e -- --trace on <file>
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
