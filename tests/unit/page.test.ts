import { html } from 'hono/html';
import { expect, test, vi } from 'vitest';
import { pageResponse } from '../../netlify/http/page.ts';

const SHELL =
  '<meta name="referrer" content="no-referrer"><title>{{title}}</title><h1>{{title}}</h1><template data-content><p></p></template>';

test('a page names itself in its title and its heading, escaped', async () => {
  vi.stubGlobal('SHELL_PAGE', SHELL);
  const page = await pageResponse('A & B', html`<p>${'<script>'}</p>`, { status: 403 }).text();
  expect(page).toContain('<title>A &amp; B</title>');
  expect(page).toContain('<h1>A &amp; B</h1>');
  expect(page).toContain('<p>&lt;script&gt;</p>');
  expect(page).toContain('content="no-referrer"');
  expect(page).not.toContain('template');
});
