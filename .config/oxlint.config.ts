import { defineConfig } from 'oxlint';

type Pattern = { group: string[]; message: string; allowTypeImports?: boolean };

/** A later override replaces an earlier one, so each one lists every pattern for its files. */
const importRule = (files: string[], ...patterns: Pattern[]) => ({
  files: files.map((file) => `**/${file}`),
  rules: { 'no-restricted-imports': ['error', { patterns }] as ['error', object] },
});

const SDKS = ['stripe', '@upstash/*', '@netlify/blobs', '@netlify/blobs/*', '@netlify/dev'];
const STORES = [
  '**/redis-*.ts',
  '**/blobs-*.ts',
  '**/stripe-*.ts',
  '**/clients/{redis,stripe,blobs}.ts',
];

const NO_SERVER: Pattern = {
  group: ['**/netlify/**', '#netlify/*', '@netlify/*', ...SDKS],
  message: 'The site may use the server only through HTTP and src/contract.',
};
const NO_NODE: Pattern = { group: ['node:*'], message: 'This runs in a browser.' };
const ONLY_TYPES_OF_CONTRACT: Pattern = {
  group: [
    '**/contract/**',
    '!**/contract/{order-number,ended-orders,time-zone}.ts',
    '#contract/*',
    'zod',
    'zod/*',
  ],
  message: 'Import only types: a schema would send zod to every parent.',
  allowTypeImports: true,
};
const NO_SITE: Pattern = {
  group: ['astro:*', '**/src/**', '#src/*', '**/commands/**'],
  message: 'The server may import only #contract and #pdf from the site, and no command.',
};

const BROWSER = ['checkout', 'purchase', 'admin', 'toasts', 'api'];

/** The shop's rules: plain functions over plain data. */
const RULES = [
  'checkout/{checkout-session,session-mark}.ts',
  'orders/{days,disputes,facts,orders,override,report,sweep}.ts',
  'downloads/{download-facts,tickets}.ts',
  'guides/edition-record.ts',
  'admin/health/past-checks.ts',
  'mail/{announcement,message,receipt-facts}.ts',
  'admin/{order-history,receipt-words,session}.ts',
];

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'warn' },
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-non-null-assertion': 'error',
    'import/no-cycle': 'error',
    'import/no-default-export': 'off',
    'import/no-unassigned-import': 'off',
    'react/react-in-jsx-scope': 'off',
    'no-console': 'off',
    'no-await-in-loop': 'off',
    'unicorn/no-array-sort': 'off',
    'no-restricted-globals': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    'import/no-named-as-default': 'off',
    // It misreads imports with a query, such as ?url, which TypeScript checks.
    'import/default': 'off',
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*'] }],
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
  },
  ignorePatterns: ['dist', '.astro', '.netlify', 'node_modules'],
  overrides: [
    {
      files: ['**/src/**'],
      rules: {
        'no-restricted-globals': [
          'error',
          { name: 'fetch', message: 'src/api is the only browser code that calls the server.' },
        ],
      },
    },
    importRule(['src/**'], NO_SERVER, NO_NODE),
    importRule(['src/{content,samples}/**', 'src/pages/**/*.ts'], NO_SERVER),
    importRule(
      BROWSER.map((folder) => `src/${folder}/**`),
      NO_SERVER,
      NO_NODE,
      ONLY_TYPES_OF_CONTRACT,
    ),
    { files: ['**/src/api/**'], rules: { 'no-restricted-globals': 'off' } },
    importRule(['src/contract/**'], {
      group: ['*', '!zod', '!zod/mini', '!./*'],
      message: 'The contract may import only zod.',
    }),
    importRule(['src/pdf/**'], {
      group: ['*', '!@hyzyla/pdfium', '!@hyzyla/pdfium/*', '!./*'],
      message: 'The PDF check runs in browsers and on the server, so it depends on neither.',
    }),
    importRule(['netlify/**'], NO_SITE),
    importRule(
      RULES.map((files) => `netlify/${files}`),
      NO_SITE,
      {
        group: ['node:*', ...SDKS, ...STORES, '**/http/**', '**/env.ts'],
        message: 'Rules are pure: no SDK, store, clock, environment or HTTP.',
      },
    ),
    importRule(['netlify/*/{redis,blobs,stripe}-*.ts', 'netlify/clients/**'], NO_SITE, {
      group: ['**/http/**', '!**/http/{limits,log}.ts'],
      message: 'A store may import only its client, the rules and the log.',
    }),
    importRule(['netlify/http/**'], NO_SITE, {
      group: ['**/{admin,checkout,downloads,guides,mail,orders}/**'],
      message: 'http may not import a topic.',
    }),
    importRule(['netlify/functions/**'], NO_SITE, {
      group: [...SDKS],
      message: 'A function may not call an SDK, only its topic.',
    }),
    importRule(['netlify/build/**'], {
      ...NO_SITE,
      group: [...NO_SITE.group, '!**/src/content/mails.ts'],
    }),
    importRule(['netlify/local/**'], {
      group: [
        'astro:*',
        '#src/*',
        '**/src/**',
        '!**/src/samples/**',
        '!**/src/content/{check,fill,mails}.ts',
      ],
      message: 'Of the site, the local services may import only what is drawn, and #contract.',
    }),
  ],
});
