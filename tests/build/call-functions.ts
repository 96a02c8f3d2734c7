import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { findFunction, loadRoutes } from '../../netlify/local/routes.ts';

/**
 * Calls each bundle in a folder once, as `npm start` does, and loads the chunks that this did not need. Run by node,
 * since the test runner would take the bundles apart. Prints the answers by the function's name.
 */
const [directory = '', siteUrl = '', given = '{}'] = process.argv.slice(2);
const calls: Record<string, readonly [status: number, address: string, body?: object]> =
  JSON.parse(given);

const headers = { 'content-type': 'application/json' };
const log = console.log;
console.log = () => {}; // of the functions
const routes = await loadRoutes({ directory });
const answers: Record<string, { status: number; text: string } | null> = {};
for (const { name } of routes) {
  const [, address = '', body] = calls[name] ?? [];
  const init = body && { method: 'POST', headers, body: JSON.stringify(body) };
  const request = new Request(new URL(address, siteUrl), init);
  const found = findFunction(routes, request, '192.0.2.1');
  const answer = await found?.call();
  answers[name] = answer ? { status: answer.status, text: await answer.text() } : null;
}
const chunks = path.join(directory, 'chunks');
for (const chunk of await readdir(chunks)) await import(path.join(chunks, chunk));
log(JSON.stringify(answers));
process.exit();
