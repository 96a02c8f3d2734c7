import { expect, test } from 'vitest';
import { html, pageResponse } from '../../netlify/http/page.ts';

const nasty = `<script>alert("1")</script>'&`;

test('a value cannot become markup, in text or in an attribute', () => {
  const { html: markup } = html`<a title="${nasty}">${nasty}</a>`;
  expect(markup).not.toMatch(/<script|"1"/);
  expect(markup.match(/&#60;script&#62;alert\(&#34;1&#34;\)/g)).toHaveLength(2);
});

test('markup made by the same tag stays markup, alone or in a list', () => {
  const items = ['a', 'b'].map((name) => html`<li>${name}</li>`);
  expect(
    html`<ul>
      ${items}
    </ul>`.html,
  ).toContain('<li>a</li><li>b</li>');
});

test('a page names itself in its title and its heading, and is not indexed', async () => {
  const page = await pageResponse('A & B', html`<p>words</p>`, { status: 403 }).text();
  expect(page).toContain('<title>A &#38; B</title>');
  expect(page).toContain('<h1>A &#38; B</h1>');
  expect(page).toContain('<p>words</p>');
  expect(page).toContain('content="noindex"');
});
