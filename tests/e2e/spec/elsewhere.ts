/** What the specification says and another test holds: the file, and words that stand in it. */
export const ELSEWHERE: readonly { section: number; says: string; file: string; words: string }[] =
  [
    {
      section: 1,
      says: 'a guide, or the whole bundle, is downloaded right after it was bought',
      file: 'tests/e2e/buy.spec.ts',
      words: 'holds the very files of the store',
    },
    {
      section: 2,
      says: 'an unknown route is logged as a 404',
      file: 'tests/functions/not-found.test.ts',
      words: '404 /',
    },
    {
      section: 2,
      says: 'a toast goes after about 4-5 seconds',
      file: 'tests/e2e/toasts.spec.ts',
      words: 'after about five seconds',
    },
    {
      section: 3,
      says: 'an order has its status, minor units, upper-case currency, type and name',
      file: 'tests/functions/orders.test.ts',
      words: 'USD',
    },
    {
      section: 3,
      says: 'the bundle has a file of its own, Money-Smart-Kids-Complete-Bundle.pdf',
      file: 'tests/e2e/buy.spec.ts',
      words: 'Money-Smart-Kids-Complete-Bundle.pdf',
    },
    {
      section: 4,
      says: 'a paid order fires a conversion event with value, currency and transaction id',
      file: 'tests/build/conversion.test.ts',
      words: 'transaction_id',
    },
    {
      section: 5,
      says: 'a download without access is refused',
      file: 'tests/unit/download.test.ts',
      words: 'Please complete your purchase first.',
    },
    {
      section: 7,
      says: 'secure file access answers downloadUrl and fileName',
      file: 'tests/functions/downloads.test.ts',
      words: 'downloadUrl',
    },
    {
      section: 8,
      says: 'download click without access: "Please complete your purchase first."',
      file: 'tests/unit/download.test.ts',
      words: 'Please complete your purchase first.',
    },
    {
      section: 9,
      says: 'the pause between downloads is 500 ms to the millisecond',
      file: 'tests/unit/download.test.ts',
      words: '500',
    },
    {
      section: 9,
      says: 'at most 3 toasts, 14 px apart',
      file: 'tests/e2e/toasts.spec.ts',
      words: 'three toasts are shown at most',
    },
    {
      section: 9,
      says: 'a toast is 356 px wide, in the bottom right corner',
      file: 'tests/e2e/toasts.spec.ts',
      words: '356 px wide',
    },
    {
      section: 9,
      says: 'a toast goes by a swipe of 20 px',
      file: 'tests/e2e/toasts.spec.ts',
      words: 'a slow swipe of 20 px',
    },
    {
      section: 9,
      says: 'F8 and alt+T lead to the toasts',
      file: 'tests/e2e/toasts.spec.ts',
      words: "['F8', 'Alt+t']",
    },
    {
      section: 9,
      says: 'toasts follow the color scheme of the system',
      file: 'tests/e2e/toasts.spec.ts',
      words: 'a toast is light or dark as the system is',
    },
    {
      section: 9,
      says: 'the order amount is divided by 100',
      file: 'tests/build/conversion.test.ts',
      words: '8.99',
    },
    {
      section: 2,
      says: '/admin-upload is a page to upload PDF files, for the owner alone',
      file: 'tests/e2e/door.spec.ts',
      words: 'shows a stranger the login and nothing else',
    },
    {
      section: 4,
      says: 'upload: idle, uploading, then a toast that it succeeded or failed',
      file: 'tests/e2e/upload.spec.ts',
      words: 'Upload successful',
    },
    {
      section: 5,
      says: 'upload accepts only PDF, the input .pdf, and replaces a file of the same name',
      file: 'tests/e2e/upload.spec.ts',
      words: "'.pdf'",
    },
    {
      section: 8,
      says: '"Invalid file type" / "Please upload a PDF file."',
      file: 'tests/e2e/upload.spec.ts',
      words: 'Please upload a PDF file.',
    },
    {
      section: 8,
      says: '"Upload failed" / "There was an error uploading the file."',
      file: 'tests/e2e/upload.spec.ts',
      words: 'There was an error uploading the file.',
    },
    {
      section: 8,
      says: '"Upload successful"',
      file: 'tests/e2e/upload.spec.ts',
      words: 'Upload successful',
    },
  ];

/** What the design card, which stands where the two disagree, has replaced. */
export const REPLACED: readonly { section: number; says: string; by: string }[] = [
  {
    section: 3,
    says: 'a hosted backend by project address and anonymous key, its session in local storage',
    by: 'Netlify Functions; the browser holds no key and no session',
  },
  {
    section: 9,
    says: 'token auto-refresh tick 30 seconds, threshold 3 ticks',
    by: 'download links are sealed for ten minutes and renewed by the page',
  },
];
