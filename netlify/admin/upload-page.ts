import type { PublishResponse } from '#contract/guide-files.ts';
import { html } from 'hono/html';
import { pageResponse } from '../http/page.ts';
import { type Problem, statusOf } from '../http/problem.ts';

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
  const status = statusOf(problem);
  if (problem.code === 'file_not_pdf') {
    return pageResponse(
      'Invalid file type',
      html`<p>${problem.message}</p>
        ${back}`,
      { status },
    );
  }
  const words = html`<p>There was an error uploading the file.</p>
    <p>${problem.message}</p>
    ${back}`;
  return pageResponse('Upload failed', words, { status });
};
