import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Engine, asJson, fromJson } from './engine.ts';

/** Debian's package `firefox-esr`. */
const FIREFOX = '/usr/bin/firefox-esr';

export const hasFirefox = (): boolean => existsSync(FIREFOX);

const preferencesFor = (downloads: string): string =>
  Object.entries({
    'browser.download.folderList': 2,
    'browser.download.dir': downloads,
    'browser.download.open_pdf_attachments_inline': false,
    'pdfjs.disabled': true,
    'remote.active-protocols': 1, // WebDriver BiDi alone
  })
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
    .join('\n');

type Message = {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly level?: string; readonly text?: string };
  readonly result?: Record<string, unknown>;
  readonly message?: string;
};

/** Of a font (NS_BINDING_ABORTED) or a script that was still on its way when its page was left. */
const LEFT_BEHIND = /status=2152398850|error loading dynamically imported module/;

/** Speaks WebDriver BiDi (w3.org/TR/webdriver-bidi) with who listens at the address. */
const connect = async (address: string) => {
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  const errors: string[] = [];
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, message }: Message = JSON.parse(String(data));
    const { level, text = '' } = method === 'log.entryAdded' ? (params ?? {}) : {};
    if (level === 'error' && !LEFT_BEHIND.test(text)) errors.push(text);
    if (id === undefined) return;
    if (result) waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(message));
    waiting.delete(id);
  });
  let commands = 0;
  const command = (method: string, params: object): Promise<Record<string, unknown>> => {
    commands += 1;
    const answered = Promise.withResolvers<Record<string, unknown>>();
    waiting.set(commands, answered);
    socket.send(JSON.stringify({ id: commands, method, params }));
    return answered.promise;
  };
  await command('session.new', { capabilities: {} });
  await command('session.subscribe', { events: ['log.entryAdded'] });
  return { command, errors };
};

export const startFirefox = async (): Promise<Engine> => {
  const profile = mkdtempSync(path.join(tmpdir(), 'firefox-'));
  writeFileSync(path.join(profile, 'user.js'), preferencesFor(profile));
  const options = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'];
  const firefox = spawn(FIREFOX, options, { stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await new Promise<string>((resolve) => {
    let said = '';
    firefox.stderr.on('data', (chunk: Buffer) => {
      said += chunk;
      const [, found] = /BiDi listening on (ws:\S+)/.exec(said) ?? [];
      if (found) resolve(found);
    });
  });
  const { command, errors } = await connect(address);
  // In the tab that it begins with the address bar has the focus, whatever is typed or clicked.
  const { contexts } = await command('browsingContext.getTree', { maxDepth: 0 });
  const { context } = await command('browsingContext.create', { type: 'tab' });
  for (const { context: first } of contexts as { context: string }[]) {
    await command('browsingContext.close', { context: first });
  }

  return {
    errors,
    resize: (width, height) =>
      command('browsingContext.setViewport', { context, viewport: { width, height } }),
    open: (url) => command('browsingContext.navigate', { context, url, wait: 'complete' }),
    evaluate: async (expression) => {
      const params = { expression: asJson(expression), target: { context }, awaitPromise: false };
      const { result } = await command('script.evaluate', params);
      return fromJson((result as { value?: string } | undefined)?.value);
    },
    act: (type, actions) =>
      command('input.performActions', { context, actions: [{ type, id: type, actions }] }),
    downloads: profile,
    stop: async () => {
      const ended = once(firefox, 'exit');
      firefox.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
