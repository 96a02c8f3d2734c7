import { html } from 'hono/html';
import { pageResponse } from '../http/page.ts';

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
