import { expect, test } from 'vitest';
import { eventually } from '../stripe/harness.ts';
import { mail, start } from './harness.ts';

const SCRIPT = '<script>alert(1)</script>';

test('every field of an email except its HTML is shown as text', async () => {
  const { sent, page } = await start();
  const marked = { ...mail, subject: SCRIPT, text: SCRIPT, headers: { 'X-Note': SCRIPT } };
  const id = await sent(marked);
  expect(await page()).toContain(`href="/inbox/${id}"`);
  for (const path of ['', `/${id}`]) {
    const shown = await page(path);
    expect(shown, path).not.toContain('<script');
    expect(shown, path).toContain('&lt;script&gt;');
  }
});

test('the HTML of an email runs nothing, loads nothing and opens links in a new tab', async () => {
  const { origin, sent, page } = await start();
  const markup = `<!doctype html><html><head><title>T</title></head><body>${SCRIPT}</body></html>`;
  const id = await sent({ ...mail, html: markup });
  const frame = /<iframe[^>]*>/.exec(await page(`/${id}`))?.[0] ?? '';
  expect(frame).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(frame).toContain(`src="/inbox/${id}/html"`);
  const answer = await fetch(`${origin}/inbox/${id}/html`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain('sandbox allow-popups allow-popups-to-escape-sandbox');
  expect(await answer.text()).toMatch(/^<!doctype html><html><head><base target="_blank">/);
});

test('a developer can bounce an email by a button, and a page of another site cannot', async () => {
  const { origin, sent, received, page } = await start();
  const id = await sent(mail);
  await eventually(() => expect(received).toHaveLength(1));
  const click = (from: string) =>
    fetch(`${origin}/inbox/${id}/bounce`, {
      method: 'POST',
      headers: { origin: from },
      redirect: 'manual',
    });
  expect((await click('https://evil.example')).status).toBe(403);
  expect(received).toHaveLength(1);
  const clicked = await click(origin);
  expect([clicked.status, clicked.headers.get('location')]).toEqual([303, `/inbox/${id}`]);
  expect(received[1]?.type).toBe('email.bounced');
  expect(await page(`/${id}`)).toContain('email.bounced');
});
