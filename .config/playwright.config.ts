import { defineConfig, devices } from '@playwright/test';
import { OWNER_PASSWORD } from '../tests/e2e/owner.ts';
import { debianBrowser } from './browser.ts';

const PORT = Number(process.env['E2E_PORT'] ?? 8970);
const UPLOADS = /\/upload\.spec\.ts$/;
const executablePath = debianBrowser();

/** Chromium as root, on a machine without the internet, needs to be told both. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export default defineConfig({
  testDir: '../tests/e2e',
  outputDir: '../test-results/e2e',
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
  forbidOnly: true,
  // A browser on a busy machine may stumble once; .ci/test.ts names whoever did.
  retries: 1,
  // Two processors are busy with three: tests wait for animations, slow lines and each other's calls.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: `http://localhost:${PORT}`,
    trace: 'off', // `npm run test:e2e -- --trace on` where one is wanted: recording costs a third of the time
    launchOptions: executablePath ? { executablePath, args } : {},
  },
  projects: [
    // One worker has to do them, one after another, and takes longest: it begins first.
    { name: 'uploads', testMatch: UPLOADS, use: { ...devices['Desktop Chrome'] } },
    {
      name: 'desktop',
      testIgnore: UPLOADS,
      use: { ...devices['Desktop Chrome'] },
      // Needs a touch screen.
      grepInvert: /a touch that only begins/,
    },
    {
      name: 'phone',
      use: { ...devices['Pixel 7'] },
      // The others choose their devices themselves, or are the same on every device.
      testIgnore:
        /\/(abuse|access|bfcache|chaos|csp|door|far|fonts|headers|later|next-page|no-script|orders|repeat-visit|spec|upload)\.spec\.ts$/,
      // Of what is alike on every device, one of a kind is looked at here.
      grepInvert: [
        /axe finds nothing amiss: (guide [23]|terms|privacy|refunds|canceled|payment|download|the orders|an order)/,
        /a parent buys "Buy Guide [23]|also (a plain link|one ZIP file)|a declined card/,
        /(comes after the form was sent|piece of the script missing)/,
        /(F8|Alt\+t) moves the focus/,
        /(one|first) question|asks (before|nothing)|where (the script|client|Toasts|BuyForm)/,
      ],
    },
  ],
  webServer: {
    command: 'node tests/e2e/serve.ts --build',
    cwd: '..',
    // Empty goes before a developer's .env: a test must never reach real services.
    env: {
      PORT: String(PORT),
      ADMIN_PASSWORD: OWNER_PASSWORD,
      STRIPE_SECRET_KEY: '',
      UPSTASH_REDIS_REST_URL: '',
      PUBLIC_ADS_CONVERSION: '',
    },
    wait: { stdout: /ready on/ },
    gracefulShutdown: { signal: 'SIGINT', timeout: 5000 },
    timeout: 120_000,
  },
});
