import { defineConfig } from 'oxlint';

type Pattern = { group: string[]; message: string };

/**
 * If several overrides match a file, the last one replaces the others. So each override lists all
 * patterns for its files.
 */
const importRule = (files: string[], ...patterns: Pattern[]) => ({
  files: files.map((file) => `**/${file}`),
  rules: { 'no-restricted-imports': ['error', { patterns }] as ['error', object] },
});

/** Each SDK may be imported in only one folder of netlify/. */
const SDKS_OF_LAYER: Readonly<Record<string, readonly string[]>> = {
  stripe: ['stripe'],
  platform: ['@upstash/*', '@netlify/blobs', '@netlify/blobs/*'],
};
const SDKS = Object.values(SDKS_OF_LAYER).flat();

/** The layers of netlify/, from top to bottom. A file may import from its layer and lower ones. */
const LAYERS = [
  'functions',
  'admin',
  'jobs',
  'mail',
  'downloads',
  'guides',
  'orders',
  'stripe',
  'http',
  'shop',
  'platform',
];

const NO_SERVER: Pattern = {
  group: ['**/netlify/**', '@netlify/*', ...SDKS],
  message: 'The site may not import server code. Call the API, and share types in src/contract.',
};
const NO_NODE: Pattern = {
  group: ['node:*'],
  message: 'This code runs in browsers, which have no Node modules.',
};
const NO_SCHEMA: Pattern = {
  group: ['zod', 'zod/*'],
  message: 'Every parent would have to load zod. Schemas belong in netlify/ or src/content/.',
};
const NO_SITE: Pattern = {
  group: ['astro:*', '**/src/**', '**/commands/**'],
  message: 'The server may import only #contract from the site, and must not import commands.',
};

const BROWSER = ['checkout', 'purchase', 'admin', 'toasts', 'api'];

/** Folders with code that must also run in old browsers, where only the styles may degrade. */
const FOR_BUYERS = ['checkout', 'purchase', 'toasts', 'api', 'contract', 'components', 'styles'];

/**
 * The versions from November 2021, because buying and downloading must work in browsers of the last
 * five years.
 */
const OLDEST_BROWSERS = 'chrome 96, edge 96, firefox 94, safari 15.1, ios_saf 15.0-15.1';

const layerRule = (layer: string, index: number) =>
  importRule(
    [`netlify/${layer}/**`],
    NO_SITE,
    {
      group: [
        ...LAYERS.slice(0, index).map((above) => `**/${above}/**`),
        '**/commands/**',
        '**/local/**',
        '**/build/**',
      ],
      message: `netlify/${layer} may import only from the folders that follow it in LAYERS.`,
    },
    {
      group: SDKS.filter((sdk) => !SDKS_OF_LAYER[layer]?.includes(sdk)),
      message: `netlify/${layer} may not import this SDK. See SDKS_OF_LAYER.`,
    },
  );

/** Rules for product code. The `readable/*` rules are in readable-code.ts. */
const READABLE_CODE = {
  'no-nested-ternary': 'error',
  'readable/max-columns': 'error',
  'readable/one-declaration': 'error',
  'readable/no-fallback-pattern': 'error',
  'readable/named-parameters': 'error',
  'readable/no-conditional-spread': 'error',
} as const;

const turnOff = (rules: object) =>
  Object.fromEntries(Object.keys(rules).map((name) => [name, 'off' as const]));

export default defineConfig({
  jsPlugins: ['./readable-code.ts', 'eslint-plugin-compat'],
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'warn' },
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-non-null-assertion': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-unassigned-import': 'off',
    'react/react-in-jsx-scope': 'off',
    'no-await-in-loop': 'off',
    'unicorn/no-array-sort': 'off',
    'import/no-named-as-default': 'off',
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*'] }],
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
  },
  ignorePatterns: ['dist', '.astro', '.netlify', 'node_modules'],
  overrides: [
    { files: ['**/{src,netlify,.config,.ci}/**', '**/astro.config.mjs'], rules: READABLE_CODE },
    { files: ['**/tests/**'], rules: turnOff(READABLE_CODE) },
    {
      files: ['**/src/**'],
      rules: {
        'no-restricted-globals': [
          'error',
          { name: 'fetch', message: 'Only src/api may call the server.' },
        ],
      },
    },
    importRule(['src/**'], NO_SERVER, NO_NODE),
    importRule(['src/content/**', 'src/pages/**/*.ts'], NO_SERVER),
    importRule(
      BROWSER.map((folder) => `src/${folder}/**`),
      NO_SERVER,
      NO_NODE,
      NO_SCHEMA,
    ),
    {
      files: FOR_BUYERS.map((folder) => `**/src/${folder}/**`),
      rules: { 'compat/compat': ['error', OLDEST_BROWSERS] },
    },
    { files: ['**/src/api/**'], rules: { 'no-restricted-globals': 'off' } },
    importRule(['src/contract/**'], {
      group: ['*', '!./*'],
      message:
        'src/contract may not import from other folders, because the site and the server share it.',
    }),
    importRule(['netlify/**'], NO_SITE),
    importRule(['netlify/{commands,build}/**'], {
      group: ['astro:*', '**/src/**', ...SDKS],
      message:
        'Commands and the build may not import an SDK. Use the folder of netlify/ that wraps it.',
    }),
    ...LAYERS.map(layerRule),
    importRule(['netlify/local/**'], {
      group: ['astro:*', '**/src/**', '!**/src/content/check/check.ts'],
      message: 'The local services may import only #contract and the content check from the site.',
    }),
  ],
});
