import type { CurrentEdition, GuideFiles } from '#contract/guide-files.ts';
import { MAX_UPLOAD_BODY_BYTES } from '../guides/uploaded-file.ts';
import { html } from 'hono/html';
import { pageResponse } from '../http/page.ts';

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const currentWords = (current: CurrentEdition | null): string => {
  if (!current) return "No file yet: buyers meet 'No files available for download'.";
  if (current.isSample) return `A sample, ${megabytes(current.size)}.`;
  const { pages, size, uploadedAs, since } = current;
  return `${uploadedAs}, ${pages} pages, ${megabytes(size)}, since ${since?.slice(0, 10) ?? ''}.`;
};

const productSection = ({ id, name, current }: GuideFiles) => html`
  <h2>${name}</h2>
  <p>${currentWords(current)}</p>
  <form method="post" action="/api/upload" enctype="multipart/form-data">
    <input type="hidden" name="product" value="${id}" />
    <label for="${id}">A new PDF</label>
    <input id="${id}" type="file" name="file" accept=".pdf" required />
    <button>Upload</button>
  </form>
`;

/** The owner's desk for a browser without JavaScript: what is sold, and a form to replace each file. */
export const homePage = (products: readonly GuideFiles[]): Response =>
  pageResponse(
    'Your desk',
    html`<p>
        Without JavaScript a file may have ${megabytes(MAX_UPLOAD_BODY_BYTES)} at most. For larger
        ones, for earlier editions and for your orders, allow JavaScript and open the
        <a href="/admin-upload">upload page</a>.
      </p>
      ${products.map(productSection)}
      <form method="post" action="/api/admin/logout">
        <button>Log out</button>
      </form>`,
    { hasForms: true },
  );
