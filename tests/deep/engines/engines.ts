import type { Engine } from './engine.ts';
import { hasFirefox, startFirefox } from './firefox.ts';
import { hasWebKit, startWebKit } from './webkit.ts';

type KnownEngine = {
  readonly name: string;
  /** Debian's, which bring it. */
  readonly packages: readonly string[];
  readonly isHere: () => boolean;
  readonly start: () => Promise<Engine>;
};

/** Those that the browser tests do not run in. */
export const ENGINES: readonly KnownEngine[] = [
  { name: 'Firefox', packages: ['firefox-esr'], isHere: hasFirefox, start: startFirefox },
  {
    name: 'WebKit',
    packages: ['webkit2gtk-driver', 'xvfb'],
    isHere: hasWebKit,
    start: startWebKit,
  },
];
