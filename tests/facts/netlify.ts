import type { UncheckedFact } from './fact.ts';

const READ_ON = '2026-11-28';

/**
 * Testing these facts would require a deploy. tests/deep/netlify tests the output of Netlify's
 * build.
 */
export const NETLIFY_FACTS: readonly UncheckedFact[] = [
  // Functions
  {
    promise: 'Ends a function after 60 seconds',
    source: 'https://docs.netlify.com/build/functions/configuration',
    readOn: READ_ON,
    whyUnchecked:
      'A check needs a deploy. A browser continues a broken download with a range request.',
  },
  {
    promise: 'Accepts a request body of up to 6 MB, or 4.5 MB of binary data',
    source: 'https://docs.netlify.com/build/functions/configuration',
    readOn: READ_ON,
    whyUnchecked: 'A check needs a deploy. The upload page sends a guide in smaller parts.',
  },
  {
    promise: 'Sends a buffered response of up to 6 MB, and a streamed one of up to 20 MB',
    source: 'https://docs.netlify.com/build/functions/configuration',
    readOn: READ_ON,
    whyUnchecked: 'A check needs a deploy. Guides are streamed, and a guide has at most 18 MB.',
  },
  {
    promise: 'Passes the id of the site to functions in SITE_ID',
    source: 'https://docs.netlify.com/build/functions/environment-variables/',
    readOn: READ_ON,
    whyUnchecked: 'A check needs a deploy. Without SITE_ID, the return URL identifies the site.',
  },
  {
    promise: 'Continues the work in waitUntil after the response, up to the function’s time limit',
    source: 'https://docs.netlify.com/build/functions/api/#waituntil',
    readOn: READ_ON,
    whyUnchecked: 'A check needs a deploy. The schedule repeats lost work.',
  },
  {
    promise: 'Serves a function with a path only at that path, and never at its excludedPath',
    source: 'https://docs.netlify.com/build/functions/get-started/#route-requests',
    readOn: READ_ON,
    whyUnchecked:
      'A check needs a deploy. tests/deep/netlify reads the paths in the build manifest.',
  },

  // The schedule
  {
    promise: 'Runs a scheduled function only on the published deploy, at times in UTC',
    source: 'https://docs.netlify.com/build/functions/scheduled-functions/',
    readOn: READ_ON,
    whyUnchecked:
      'A check needs a published deploy. A preview records orders when its buyers return.',
  },
  {
    promise: 'Ends a scheduled function after 30 seconds',
    source: 'https://docs.netlify.com/build/functions/scheduled-functions/',
    readOn: READ_ON,
    whyUnchecked:
      'A check needs a published deploy. A run starts no job after 20 seconds and ends after 28.',
  },
  {
    promise: 'Gives a scheduled function no public URL',
    source: 'https://docs.netlify.com/build/functions/scheduled-functions/',
    readOn: READ_ON,
    whyUnchecked: 'A check needs a deploy.',
  },

  // Requests
  {
    promise: 'Looks for a function before a file or a redirect with the same path',
    source: 'https://docs.netlify.com/platform/request-chain/',
    readOn: READ_ON,
    whyUnchecked: 'A check needs a deploy. Only a diagram on the page shows the order.',
  },
  {
    promise: 'Overwrites x-nf-client-connection-ip with the IP address of the client',
    source: 'https://answers.netlify.com/t/52665',
    readOn: READ_ON,
    whyUnchecked:
      'A check needs a deploy. Netlify’s staff says so, but the documentation does not.',
  },
  {
    promise: 'Sends a unique id in x-nf-request-id with each request, and shows it in its log',
    source: 'https://answers.netlify.com/t/4385',
    readOn: READ_ON,
    whyUnchecked: 'A check needs a deploy.',
  },
  {
    promise: 'Adds the headers in netlify.toml to files, but not to responses of functions',
    source: 'https://docs.netlify.com/manage/routing/headers/',
    readOn: READ_ON,
    whyUnchecked: 'A check needs a deploy. The functions set the same headers themselves.',
  },
  {
    promise: 'Caches a file until the next deploy, regardless of Cache-Control',
    source: 'https://docs.netlify.com/build/caching/caching-overview/',
    readOn: READ_ON,
    whyUnchecked: 'A check needs two deploys.',
  },
  {
    promise: 'Sends max-age=0, must-revalidate with a file if no rule sets Cache-Control',
    source: 'https://docs.netlify.com/build/caching/caching-overview/',
    readOn: READ_ON,
    whyUnchecked: 'A check needs a deploy.',
  },
  {
    promise: 'Caches no response of a function by default',
    source: 'https://docs.netlify.com/build/caching/caching-overview/',
    readOn: READ_ON,
    whyUnchecked:
      'A check needs a deploy. The functions also send no-store with private responses.',
  },
  {
    promise: 'Uses the later rule if two rules of netlify.toml set the same header for a path',
    source: 'https://docs.netlify.com/manage/routing/headers/',
    readOn: READ_ON,
    whyUnchecked: 'A check needs a deploy. The page only shows how to repeat a header.',
  },
  {
    promise: 'Serves about.html at /about, and redirects /about/ to it if pretty_urls is on',
    source: 'https://github.com/slorber/trailing-slash-guide',
    readOn: READ_ON,
    whyUnchecked: 'A check needs a deploy. The guide measured the behavior of each host.',
  },

  // Settings
  {
    promise: 'Passes variables with the scope Functions to functions, but none from netlify.toml',
    source: 'https://docs.netlify.com/build/functions/environment-variables/',
    readOn: READ_ON,
    whyUnchecked: 'A check needs a deploy. A function logs the name of a missing variable.',
  },
  {
    promise: 'Sets CONTEXT and DEPLOY_PRIME_URL during the build, but not for functions',
    source: 'https://docs.netlify.com/build/configure-builds/environment-variables/',
    readOn: READ_ON,
    whyUnchecked: 'A check needs a deploy. The build writes both into the bundles.',
  },
  {
    promise: 'Passes the deploy context to functions in their context object',
    source: 'https://docs.netlify.com/build/functions/api/#deploy',
    readOn: READ_ON,
    whyUnchecked: 'A check needs a deploy. Otherwise, functions use the context of the build.',
  },
];
