import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Debian's package `firefox-esr`. */
export const FIREFOX = '/usr/bin/firefox-esr';

const GIVEN_UP_AFTER_MS = 60_000;
const CHECKED_AGAIN_AFTER_MS = 100;

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

/** Starts Firefox and speaks WebDriver BiDi with it (w3.org/TR/webdriver-bidi). */
export const startFirefox = async () => {
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
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');

  const errors: string[] = [];
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, message }: Message = JSON.parse(String(data));
    if (method === 'log.entryAdded' && params?.level === 'error') errors.push(params.text ?? '');
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
  const { context } = await command('browsingContext.create', { type: 'tab' });

  /** What an expression comes to in the page, as JSON has it. */
  const evaluate = async (expression: string): Promise<unknown> => {
    const target = { context };
    const params = { expression: `JSON.stringify(${expression})`, target, awaitPromise: true };
    const { result } = await command('script.evaluate', params);
    const text = (result as { value?: string } | undefined)?.value;
    return text === undefined ? undefined : JSON.parse(text);
  };
  return {
    /** What the pages' consoles have said is wrong. */
    errors,
    resize: (width: number, height: number) =>
      command('browsingContext.setViewport', { context, viewport: { width, height } }),
    open: (url: string) => command('browsingContext.navigate', { context, url, wait: 'complete' }),
    /** Waits until an expression is true in the page, through whatever is loaded meanwhile. */
    until: async (expression: string): Promise<void> => {
      const end = Date.now() + GIVEN_UP_AFTER_MS;
      while ((await evaluate(expression).catch(() => false)) !== true) {
        if (Date.now() > end) throw new Error(`never true: ${expression}`);
        await new Promise((resolve) => setTimeout(resolve, CHECKED_AGAIN_AFTER_MS));
      }
    },
    /** Clicks the first element that is seen, by the mouse. */
    click: async (selector: string): Promise<void> => {
      const [x, y] = (await evaluate(`(() => {
        const all = [...document.querySelectorAll(${JSON.stringify(selector)})];
        const one = all.find((element) => element.checkVisibility());
        one.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { x, y, width, height } = one.getBoundingClientRect();
        return [Math.round(x + width / 2), Math.round(y + height / 2)];
      })()`)) as [number, number];
      const actions = [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await command('input.performActions', {
        context,
        actions: [{ type: 'pointer', id: 'mouse', actions }],
      });
    },
    type: (text: string) => {
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      return command('input.performActions', {
        context,
        actions: [{ type: 'key', id: 'keys', actions }],
      });
    },
    evaluate,
    saved: (fileName: string): Buffer => readFileSync(path.join(profile, fileName)),
    stop: async (): Promise<void> => {
      const ended = once(firefox, 'exit');
      firefox.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
};
