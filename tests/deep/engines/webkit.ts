import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../project.ts';
import { type Engine, asJson, fromJson } from './engine.ts';

/** Debian's packages `webkit2gtk-driver`, which brings a browser without a bar of its own, and `xvfb`. */
const DRIVER = '/usr/bin/WebKitWebDriver';
const SCREEN = '/usr/bin/Xvfb';
const BROWSER = '/usr/lib/*/webkit2gtk-4.*/MiniBrowser';

export const hasWebKit = (): boolean =>
  existsSync(DRIVER) && existsSync(SCREEN) && globSync(BROWSER).length > 0;

const GIVEN_UP_AFTER_MS = 30_000;
const TRIED_AGAIN_AFTER_MS = 100;

/** The pointer is in the middle, and the window below it has the focus: nobody manages windows here. */
const [SCREEN_WIDTH, SCREEN_HEIGHT] = [1600, 1200];

/** A screen that nobody sees, on a number that is free. */
const startScreen = async () => {
  const size = `${SCREEN_WIDTH}x${SCREEN_HEIGHT}x24`;
  const options = ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp'];
  const screen = spawn(SCREEN, options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const told = screen.stdio[3];
  if (!told) throw new Error('no word from the screen');
  const [number] = await once(told, 'data');
  return { screen, display: `:${String(number).trim()}` };
};

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
};

/** Calls of WebDriver (w3.org/TR/webdriver2), of which each answer has a value. */
const createCall =
  (origin: string) =>
  async (method: 'GET' | 'POST' | 'DELETE', at: string, body: object = {}): Promise<unknown> => {
    const init = { method, ...(method === 'POST' && { body: JSON.stringify(body) }) };
    const { value } = await (await fetch(origin + at, init)).json();
    if (typeof value?.error === 'string') throw new Error(`${at}: ${value.error} ${value.message}`);
    return value;
  };

/** The driver says nothing when it is ready. */
const untilReady = async (call: ReturnType<typeof createCall>): Promise<void> => {
  const until = Date.now() + GIVEN_UP_AFTER_MS;
  while (!(await call('GET', '/status').catch(() => null))) {
    if (Date.now() > until) throw new Error('WebKitWebDriver does not answer');
    await new Promise((resolve) => setTimeout(resolve, TRIED_AGAIN_AFTER_MS));
  }
};

export const startWebKit = async (): Promise<Engine> => {
  const home = mkdtempSync(path.join(tmpdir(), 'webkit-'));
  const { screen, display } = await startScreen();
  const env = {
    ...process.env,
    HOME: home,
    XDG_DOWNLOAD_DIR: home,
    DISPLAY: display,
    GDK_BACKEND: 'x11',
    NO_AT_BRIDGE: '1',
  };
  const port = await freePort(8930);
  const options = ['--host=127.0.0.1', `--port=${port}`];
  const driver = spawn(DRIVER, options, { env, stdio: 'ignore' });
  const call = createCall(`http://127.0.0.1:${port}`);
  await untilReady(call);
  // Not full screen, a window has at least 447 px.
  const browser = { binary: globSync(BROWSER)[0], args: ['--automation', '--full-screen'] };
  const wanted = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': browser };
  const begun = await call('POST', '/session', { capabilities: { alwaysMatch: wanted } });
  const session = `/session/${(begun as { sessionId: string }).sessionId}`;

  return {
    errors: [],
    resize: (width, height) =>
      call('POST', `${session}/window/rect`, {
        x: Math.round((SCREEN_WIDTH - width) / 2),
        y: Math.round((SCREEN_HEIGHT - height) / 2),
        width,
        height,
      }),
    open: (url) => call('POST', `${session}/url`, { url }),
    evaluate: async (expression) => {
      const script = `return ${asJson(expression)}`;
      return fromJson(await call('POST', `${session}/execute/sync`, { script, args: [] }));
    },
    act: (type, actions) =>
      call('POST', `${session}/actions`, { actions: [{ type, id: type, actions }] }),
    downloads: home,
    stop: async () => {
      await call('DELETE', session).catch(() => {});
      await end(driver);
      await end(screen);
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
