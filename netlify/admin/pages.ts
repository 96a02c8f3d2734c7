import { html } from 'hono/html';
import type { CurrentEdition, GuideFiles, PublishResponse } from '#contract/guide-files.ts';
import { zoneWords } from '#contract/time-zone.ts';
import { MAX_UPLOAD_BODY_BYTES } from '../guides/uploaded-file.ts';
import { pageResponse } from '../http/page.ts';
import { type Problem, statusOf } from '../http/problem.ts';
import { dayOf } from '../orders/days.ts';

/** The login for a browser without JavaScript, and why it is shown, if there is a reason. */
export const loginPage = (status: number, reason = ''): Response =>
  pageResponse(
    'Log in',
    html`${reason === '' ? [] : html`<p role="alert">${reason}</p>`}
      <form method="post" action="/api/admin/login">
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
        />
        <button>Log in</button>
      </form>`,
    { status, hasForms: true },
  );

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const currentWords = (current: CurrentEdition | null, timeZone: string): string => {
  if (!current) return "No file yet: buyers meet 'No files available for download'.";
  if (current.isSample) return `A sample, ${megabytes(current.size)}.`;
  const { pages, size, uploadedAs, since } = current;
  const day = since && dayOf(Date.parse(since) / 1000, timeZone);
  return `${uploadedAs}, ${pages} pages, ${megabytes(size)}, since ${day} (${zoneWords(timeZone)}).`;
};

const productSection = ({ id, name, current }: GuideFiles, timeZone: string) => html`
  <h2>${name}</h2>
  <p>${currentWords(current, timeZone)}</p>
  ${current?.copies ? html`<p>${current.copies}</p>` : []}
  <form method="post" action="/api/upload" enctype="multipart/form-data">
    <input type="hidden" name="product" value="${id}" />
    <label for="${id}">A new PDF</label>
    <input id="${id}" type="file" name="file" accept=".pdf" required />
    <button>Upload</button>
  </form>
`;

/** The owner's guides for a browser without JavaScript: what is sold, and a form to replace each file. */
export const homePage = (products: readonly GuideFiles[], timeZone: string): Response =>
  pageResponse(
    'Your desk',
    html`<p>
        Without JavaScript a file may have ${megabytes(MAX_UPLOAD_BODY_BYTES)} at most. For larger
        ones, for earlier editions and for your orders, allow JavaScript and open the
        <a href="/admin-upload">upload page</a>.
      </p>
      ${products.map((product) => productSection(product, timeZone))}
      <form method="post" action="/api/admin/logout">
        <button>Log out</button>
      </form>`,
    { hasForms: true },
  );

const back = html`<p><a href="/admin-home">Back to your desk</a></p>`;

/** The result of an upload for a browser without JavaScript. */
export const uploadedPage = ({ fileName, pages, changed }: PublishResponse): Response => {
  const words = changed
    ? `${fileName} has ${pages} ${pages === 1 ? 'page' : 'pages'}. Buyers get it from now on.`
    : `${fileName} is the very file that buyers get already.`;
  return pageResponse(
    'Upload successful',
    html`<p>${words}</p>
      ${back}`,
  );
};

export const uploadFailedPage = (problem: Problem): Response => {
  const isPdf = problem.code !== 'file_not_pdf';
  return pageResponse(
    isPdf ? 'Upload failed' : 'Invalid file type',
    html`${isPdf ? html`<p>There was an error uploading the file.</p>` : []}
      <p>${problem.message}</p>
      ${back}`,
    { status: statusOf(problem) },
  );
};
