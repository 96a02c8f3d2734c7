import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getStore } from '@netlify/blobs';
import { onTestFinished } from 'vitest';
import { createBlobs } from '../../netlify/local/blobs.ts';
import { sha256 } from '../shop/downloading.ts';

/** A path for a new backup. Its parent folder is deleted after the test. */
export const newFolder = (atEnd: (clean: () => void) => void = onTestFinished): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'backup-test-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'new');
};

const API = 'https://api.netlify.com';
const SIGNED = 'application/json;type=signed-url';
export const NETLIFY = { NETLIFY_SITE_ID: 'local', NETLIFY_AUTH_TOKEN: 'nfp_token_of_the_owner' };

/** Serves the blobs in a folder through Netlify's API, which signs a URL for each blob. */
export const serveNetlifyApi = (folder: string): void => {
  const blobs = createBlobs(folder, NETLIFY.NETLIFY_AUTH_TOKEN);
  const originalFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== API) return originalFetch(input, init);
    const request = new Request(input, init);
    const { headers, method } = request;
    const authorization = headers.get('authorization') ?? url.searchParams.get('signature') ?? '';
    if (headers.get('accept') === SIGNED) {
      url.searchParams.set('signature', authorization);
      return Response.json({ url });
    }
    const address = url.href.replace('/api/v1/blobs', '');
    const body = method === 'PUT' ? await request.bytes() : null;
    return blobs.fetch(new Request(address, { method, headers: { authorization }, body }));
  };
};

export const guidesOf = (context: string) =>
  getStore({
    name: `guides-${context}`,
    siteID: NETLIFY.NETLIFY_SITE_ID,
    token: NETLIFY.NETLIFY_AUTH_TOKEN,
  });

/** The hashes of all guide files, by key. */
export const guidesIn = async (context: string): Promise<Readonly<Record<string, string>>> => {
  const store = guidesOf(context);
  const { blobs } = await store.list();
  const files = blobs.map(async ({ key }) => {
    const bytes: ArrayBuffer = await store.get(key, { type: 'arrayBuffer' });
    return [key, sha256(new Uint8Array(bytes))] as const;
  });
  return Object.fromEntries(await Promise.all(files));
};
