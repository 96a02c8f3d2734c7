import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../ports.ts';

/** A browser that was just started, as wide as a phone, with one tab. */
type Engine = {
  readonly open: (url: string) => Promise<unknown>;
  /** The value of an expression in the tab, as JSON. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** The folder that files are saved in. */
  readonly downloads: string;
  readonly stop: () => Promise<void>;
};

const [WIDTH, HEIGHT] = [600, 900];
const FIREFOX = '/usr/bin/firefox-esr';
const WEBKIT = [
  '/usr/bin/WebKitWebDriver',
  '/usr/bin/Xvfb',
  '/usr/lib/*/webkit2gtk-4.*/MiniBrowser',
];

const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'engine-'));

const stopAll = async (folder: string, ...children: ChildProcess[]): Promise<void> => {
  for (const child of children) {
    const ended = once(child, 'exit');
    if (child.kill()) await ended;
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
};

const preferencesFor = (downloads: string): string => `
user_pref('browser.download.folderList', 2);
user_pref('browser.download.dir', '${downloads}');
user_pref('browser.download.open_pdf_attachments_inline', false);
user_pref('pdfjs.disabled', true);
user_pref('remote.active-protocols', 1); // WebDriver BiDi alone
`;

/**
 * Speaks WebDriver BiDi (w3.org/TR/webdriver-bidi), one command after another. Nothing else is subscribed to, so the next
 * message is the answer.
 */
const connect = async (address: string) => {
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  return async (method: string, params: object) => {
    const answered = once(socket, 'message');
    socket.send(JSON.stringify({ id: 1, method, params }));
    const [{ data }] = await answered;
    const { result, message } = JSON.parse(data);
    if (!result) throw new Error(`${method}: ${message}`);
    return result;
  };
};

const startFirefox = async (): Promise<Engine> => {
  const profile = newFolder();
  writeFileSync(path.join(profile, 'user.js'), preferencesFor(profile));
  const options = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'];
  const firefox = spawn(FIREFOX, options, { stdio: ['ignore', 'ignore', 'pipe'] });
  const found = Promise.withResolvers<string>();
  firefox.stderr.on('data', (chunk: Buffer) => {
    const [, address] = /BiDi listening on (ws:\S+)/.exec(chunk.toString()) ?? [];
    if (address) found.resolve(address);
  });
  const command = await connect(await found.promise);
  await command('session.new', { capabilities: {} });
  const { context } = await command('browsingContext.create', { type: 'tab' });
  const viewport = { width: WIDTH, height: HEIGHT };
  await command('browsingContext.setViewport', { context, viewport });
  return {
    downloads: profile,
    open: (url) => command('browsingContext.navigate', { context, url, wait: 'complete' }),
    evaluate: async (expression) => {
      const text = `JSON.stringify(${expression})`;
      const asked = { expression: text, target: { context }, awaitPromise: false };
      const { result } = await command('script.evaluate', asked);
      return JSON.parse(result?.value ?? 'null');
    },
    stop: () => stopAll(profile, firefox),
  };
};

/** Speaks WebDriver (w3.org/TR/webdriver2). */
const createCall = (origin: string) => async (at: string, body?: object) => {
  const init = body && { method: 'POST', body: JSON.stringify(body) };
  const { value } = await (await fetch(origin + at, init)).json();
  if (typeof value?.error === 'string') throw new Error(`${at}: ${value.error} ${value.message}`);
  return value;
};

const startWebKit = async (): Promise<Engine> => {
  const [driverFile = '', screenFile = '', browserFiles = ''] = WEBKIT;
  const home = newFolder();
  // Writes the number of a free display to the third file.
  const asked = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const screen = spawn(screenFile, asked, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const { 3: number } = screen.stdio;
  if (!number) throw new Error('no display');
  const [display] = await once(number, 'data');
  const port = await freePort();
  const driver = spawn(driverFile, ['--host=127.0.0.1', `--port=${port}`], {
    env: {
      ...process.env,
      HOME: home,
      XDG_DOWNLOAD_DIR: home,
      DISPLAY: `:${String(display).trim()}`,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
    },
    stdio: 'ignore',
  });
  const call = createCall(`http://127.0.0.1:${port}`);
  // It says nothing when it is ready.
  while (!(await call('/status').catch(() => null))) await setTimeout(100);
  const browser = { binary: globSync(browserFiles)[0], args: ['--automation'] };
  const alwaysMatch = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': browser };
  const { sessionId } = await call('/session', { capabilities: { alwaysMatch } });
  const session = `/session/${sessionId}`;
  await call(`${session}/window/rect`, { x: 0, y: 0, width: WIDTH, height: HEIGHT });
  return {
    downloads: home,
    open: (url) => call(`${session}/url`, { url }),
    evaluate: (expression) =>
      call(`${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    // Its browser ends with it.
    stop: () => stopAll(home, driver, screen),
  };
};

/** The engines that the browser tests do not run in, and Debian's packages that contain them. */
export const ENGINES = [
  {
    name: 'Firefox',
    packages: ['firefox-esr'],
    isHere: () => existsSync(FIREFOX),
    start: startFirefox,
  },
  {
    name: 'WebKit',
    packages: ['webkit2gtk-driver', 'xvfb'],
    isHere: () => WEBKIT.every((file) => globSync(file).length > 0),
    start: startWebKit,
  },
];
