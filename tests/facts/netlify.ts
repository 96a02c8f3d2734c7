import type { UncheckedFact } from './fact.ts';

const READ_ON = '2026-11-28';

/** These need a deploy. tests/deep/netlify checks what Netlify's own build makes of the project. */
export const NETLIFY_FACTS: readonly UncheckedFact[] = [
  // Functions
  {
    promise: 'Ends a function after 60 seconds',
    source: 'https://docs.netlify.com/build/functions/configuration',
    readOn: READ_ON,
    whyUnchecked: 'it needs a deploy. A browser continues a broken download with a range request.',
  },
  {
    promise: 'Accepts a request body of up to 6 MB, which is 4.5 MB of binary data',
    source: 'https://docs.netlify.com/build/functions/configuration',
    readOn: READ_ON,
    whyUnchecked: 'it needs a deploy. The upload page sends a guide in smaller parts.',
  },
  {
    promise: 'Sends a buffered response of up to 6 MB, and a streamed one of up to 20 MB',
    source: 'https://docs.netlify.com/build/functions/configuration',
    readOn: READ_ON,
    whyUnchecked: 'it needs a deploy. Guides are streamed, and a guide has at most 18 MB.',
  },
  {
    promise: 'Tells a function the id of its site in SITE_ID',
    source: 'https://docs.netlify.com/build/functions/environment-variables/',
    readOn: READ_ON,
    whyUnchecked: 'it needs a deploy. Without it, the address to return to tells the site.',
  },
  {
    promise: 'Continues the work of waitUntil after the response, up to the limit of the function',
    source: 'https://docs.netlify.com/build/functions/api/#waituntil',
    readOn: READ_ON,
    whyUnchecked: 'it needs a deploy. The schedule repeats what is lost.',
  },
  {
    promise: 'Serves a function with a path only at that path, so excludedPath hides it elsewhere',
    source: 'https://docs.netlify.com/build/functions/get-started/#route-requests',
    readOn: READ_ON,
    whyUnchecked: 'it needs a deploy. tests/deep/netlify reads the paths in the build manifest.',
  },

  // The schedule
  {
    promise: 'Runs a scheduled function only on the published deploy, by a clock in UTC',
    source: 'https://docs.netlify.com/build/functions/scheduled-functions/',
    readOn: READ_ON,
    whyUnchecked: 'it needs a published deploy. A preview records orders when its buyers return.',
  },
  {
    promise: 'Ends a scheduled function after 30 seconds',
    source: 'https://docs.netlify.com/build/functions/scheduled-functions/',
    readOn: READ_ON,
    whyUnchecked:
      'it needs a published deploy. A run starts no job after 20 seconds and ends after 28.',
  },
  {
    promise: 'Gives a scheduled function no public URL',
    source: 'https://docs.netlify.com/build/functions/scheduled-functions/',
    readOn: READ_ON,
    whyUnchecked: 'it needs a deploy',
  },

  // Requests
  {
    promise: 'Looks for a function before a file or a redirect with the same path',
    source: 'https://docs.netlify.com/platform/request-chain/',
    readOn: READ_ON,
    whyUnchecked: 'it needs a deploy, and the order is only shown in a diagram of that page',
  },
  {
    promise: 'Overwrites x-nf-client-connection-ip with the address that the request came from',
    source: 'https://answers.netlify.com/t/52665',
    readOn: READ_ON,
    whyUnchecked: 'it needs a deploy. Only Netlify’s staff says so, and not the documentation.',
  },
  {
    promise: 'Gives each request a different id in x-nf-request-id, which its log shows too',
    source: 'https://answers.netlify.com/t/4385',
    readOn: READ_ON,
    whyUnchecked: 'it needs a deploy',
  },
  {
    promise: 'Applies the headers of netlify.toml to files, and not to responses of functions',
    source: 'https://docs.netlify.com/manage/routing/headers/',
    readOn: READ_ON,
    whyUnchecked: 'it needs a deploy. The functions set the same headers themselves.',
  },
  {
    promise: 'Keeps a file in its own cache until the next deploy, whatever Cache-Control says',
    source: 'https://docs.netlify.com/build/caching/caching-overview/',
    readOn: READ_ON,
    whyUnchecked: 'it needs two deploys',
  },
  {
    promise: 'Sends max-age=0, must-revalidate with a file that has no rule for Cache-Control',
    source: 'https://docs.netlify.com/build/caching/caching-overview/',
    readOn: READ_ON,
    whyUnchecked: 'it needs a deploy',
  },
  {
    promise: 'Caches no response of a function by itself',
    source: 'https://docs.netlify.com/build/caching/caching-overview/',
    readOn: READ_ON,
    whyUnchecked: 'it needs a deploy. The functions also send no-store with everything private.',
  },
  {
    promise: 'Uses the later rule if two rules of netlify.toml set the same header for a path',
    source: 'https://docs.netlify.com/manage/routing/headers/',
    readOn: READ_ON,
    whyUnchecked: 'it needs a deploy, and the page only shows how to send a header several times',
  },
  {
    promise: 'Serves about.html at /about, and redirects /about/ to it if pretty_urls is on',
    source: 'https://github.com/slorber/trailing-slash-guide',
    readOn: READ_ON,
    whyUnchecked: 'it needs a deploy. The guide has the measured behavior of each host.',
  },

  // Settings
  {
    promise: 'Gives functions the variables with the scope Functions, and none of netlify.toml',
    source: 'https://docs.netlify.com/build/functions/environment-variables/',
    readOn: READ_ON,
    whyUnchecked: 'it needs a deploy. A function that lacks a variable names it in its log.',
  },
  {
    promise: 'Sets CONTEXT and DEPLOY_PRIME_URL while it builds, and not for functions',
    source: 'https://docs.netlify.com/build/configure-builds/environment-variables/',
    readOn: READ_ON,
    whyUnchecked: 'it needs a deploy. The build writes both into the bundles.',
  },
  {
    promise: 'Names the context of a deploy in the context object of its functions',
    source: 'https://docs.netlify.com/build/functions/api/#deploy',
    readOn: READ_ON,
    whyUnchecked: 'it needs a deploy. Without it, functions use the context of the build.',
  },
];
