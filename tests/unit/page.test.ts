import { html } from 'hono/html';
import { expect, test } from 'vitest';
import { pageResponse } from '../../netlify/http/page.ts';

test('a page names itself in its title and its heading, escaped, and is not indexed', async () => {
  const page = await pageResponse('A & B', html`<p>${'<script>'}</p>`, { status: 403 }).text();
  expect(page).toContain('<title>A &amp; B</title>');
  expect(page).toContain('<h1>A &amp; B</h1>');
  expect(page).toContain('<p>&lt;script&gt;</p>');
  expect(page).toContain('content="noindex"');
});
