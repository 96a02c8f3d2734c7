import { type SubmitEvent, useId } from 'react';
import { logIn } from '../../api/session.ts';
import { useAction } from '../Action.tsx';
import { startSession } from './session.ts';

/** Asks for the owner's password and explains a failed login. */
export function LoginForm() {
  const id = useId();
  const { isBusy, message, run } = useAction();

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const password = String(new FormData(form).get('password') ?? '');
    await run(async () => startSession((await logIn(password)).expiresAt));
    form.querySelector('input')?.select();
  }

  return (
    <form className="mt-6" onSubmit={(event) => void submit(event)}>
      <label className="font-semibold" htmlFor={id}>
        Password
      </label>
      <input
        id={id}
        className="field mt-2"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        aria-invalid={message !== null}
        aria-describedby={`${id}-problem`}
      />
      <p id={`${id}-problem`} role="alert" className="mt-2 min-h-6 text-small text-alert">
        {message?.text}
      </p>
      <button type="submit" className="button mt-2 w-full" disabled={isBusy} aria-busy={isBusy}>
        {isBusy ? 'Logging in...' : 'Log in'}
      </button>
    </form>
  );
}
