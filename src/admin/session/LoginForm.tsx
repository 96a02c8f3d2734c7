import { type SubmitEvent, useId, useState } from 'react';
import { logIn } from '../../api/session.ts';
import { reasonOf } from '../reason.ts';
import { startSession } from './session.ts';

/** Asks for the owner's password and explains a failed login. */
export function LoginForm() {
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const password = String(new FormData(form).get('password') ?? '');
    setBusy(true);
    setProblem(null);
    try {
      const { expiresAt } = await logIn(password);
      startSession(expiresAt);
    } catch (error) {
      setProblem(reasonOf(error));
      form.querySelector('input')?.select();
    } finally {
      setBusy(false);
    }
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
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
      />
      <p id={`${id}-problem`} role="alert" className="mt-2 min-h-6 text-small text-alert">
        {problem}
      </p>
      <button type="submit" className="button mt-2 w-full" disabled={busy} aria-busy={busy}>
        {busy ? 'Logging in...' : 'Log in'}
      </button>
    </form>
  );
}
