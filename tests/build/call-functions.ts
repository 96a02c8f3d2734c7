import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { findFunction, loadRoutes } from '../../netlify/local/routes.ts';

/**
 * Calls each bundle in a folder once, as `npm start` does, and loads the chunks that this did not need. Run by node,
 * since the test runner would take the bundles apart. Prints the answers by the function's name.
 */
const [directory = '', siteUrl = ''] = process.argv.slice(2);

const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const SESSION = `cs_test_${'a'.repeat(58)}`;

const CALLS: Readonly<Record<string, readonly [address: string, init?: RequestInit]>> = {
  admin: ['/api/admin/session'],
  'create-payment': ['/api/create-payment', post({ productType: 'bundle' })],
  files: ['/api/files/none'],
  'find-purchase': ['/api/find-purchase', post({ email: 'parent@example.com' })],
  health: ['/api/health'],
  jobs: ['/.netlify/functions/jobs', post({})],
  'not-found': ['/lost'],
  orders: [`/api/orders?session_id=${SESSION}`],
  products: ['/api/products'],
  'purchase-page': ['/guide-download', { method: 'POST' }],
  'secure-file-access': [
    '/api/secure-file-access',
    post({ product_id: 'guide-1', session_id: SESSION }),
  ],
  'stripe-webhook': ['/api/stripe-webhook', post({})],
  unsubscribe: ['/api/unsubscribe?token=none'],
  'verify-payment': ['/api/verify-payment', post({ sessionId: SESSION })],
  withdraw: ['/api/withdraw'],
};

const log = console.log;
console.log = () => {}; // of the functions
const routes = await loadRoutes({ directory });
const answers: Record<string, { status: number; text: string } | null> = {};
for (const { name } of routes) {
  const [address, init] = CALLS[name] ?? [''];
  const found = findFunction(routes, new Request(new URL(address, siteUrl), init), '192.0.2.1');
  const answer = await found?.call();
  answers[name] = answer ? { status: answer.status, text: await answer.text() } : null;
}
const chunks = path.join(directory, 'chunks');
for (const chunk of await readdir(chunks)) await import(path.join(chunks, chunk));
log(JSON.stringify(answers));
process.exit();
