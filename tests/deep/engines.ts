import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { launch } from 'puppeteer-core';
import { freePort } from '../ports.ts';

/** A newly started browser with one tab, as wide as a phone. */
type Engine = {
  readonly open: (url: string) => Promise<unknown>;
  /** Evaluates an expression in the tab. Returns a value that JSON can represent. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** The folder that the browser saves files in. */
  readonly downloads: string;
  readonly stop: () => Promise<void>;
};

const WIDTH = 600;
const HEIGHT = 900;
const FIREFOX = '/usr/bin/firefox-esr';
const WEBKIT = [
  '/usr/bin/WebKitWebDriver',
  '/usr/bin/Xvfb',
  '/usr/lib/*/webkit2gtk-4.*/MiniBrowser',
];

const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'engine-'));

const remove = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

const startFirefox = async (): Promise<Engine> => {
  const downloads = newFolder();
  const firefox = await launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    defaultViewport: { width: WIDTH, height: HEIGHT },
    extraPrefsFirefox: {
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      'browser.download.open_pdf_attachments_inline': false,
      'pdfjs.disabled': true,
    },
  });
  const page = await firefox.newPage();
  return {
    downloads,
    open: (url) => page.goto(url),
    evaluate: (expression) => page.evaluate(expression),
    stop: async () => {
      await firefox.close();
      remove(downloads);
    },
  };
};

/** Returns a function that calls a WebDriver server (w3.org/TR/webdriver2). */
const createCall = (origin: string) => async (at: string, body?: object) => {
  const init = body && { method: 'POST', body: JSON.stringify(body) };
  const { value } = await (await fetch(origin + at, init)).json();
  if (typeof value?.error === 'string') throw new Error(`${at}: ${value.error} ${value.message}`);
  return value;
};

const startWebKit = async (): Promise<Engine> => {
  const [driverFile = '', screenFile = '', browserFiles = ''] = WEBKIT;
  const home = newFolder();
  // Makes Xvfb choose a free display and write its number to file descriptor 3.
  const screenArguments = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const screen = spawn(screenFile, screenArguments, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const { 3: output } = screen.stdio;
  if (!output) throw new Error('Xvfb was started without file descriptor 3');
  const [display] = await once(output, 'data');
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
  // The driver prints nothing when it is ready.
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
    stop: async () => {
      // The driver closes its browser before it exits.
      for (const child of [driver, screen]) {
        const ended = once(child, 'exit');
        child.kill();
        await ended;
      }
      remove(home);
    },
  };
};

/** The browsers that the Playwright tests do not cover, and the Debian packages to install. */
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
