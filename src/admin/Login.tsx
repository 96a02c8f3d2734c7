import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId } from 'react';
import { logIn } from '../api/admin.ts';
import { queryClient, errorMessage, sessionQuery } from './queries.ts';
import { showModal } from '../components/show-modal.ts';

export function LoginForm() {
  const id = useId();
  const login = useMutation({
    mutationFn: logIn,
    onSuccess: (session) => {
      queryClient.setQueryData(sessionQuery.queryKey, session);
      // Rerun the queries that failed because there was no session.
      void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    },
  });

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const password = String(new FormData(form).get('password') ?? '');
    login.mutate(password, { onError: () => form.querySelector('input')?.select() });
  }

  return (
    <form className="mt-6" onSubmit={submit}>
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
        aria-invalid={login.isError}
        aria-describedby={`${id}-problem`}
      />
      <p id={`${id}-problem`} role="alert" className="mt-2 min-h-6 text-small text-alert">
        {login.isError && errorMessage(login.error)}
      </p>
      <button type="submit" className="button mt-2 w-full" disabled={login.isPending}>
        {login.isPending ? 'Logging in...' : 'Log in'}
      </button>
    </form>
  );
}

/** Covers the page until the owner has logged in again. */
export function LoginDialog() {
  return (
    <dialog
      ref={showModal}
      className="dialog m-auto w-[min(26rem,100vw-2rem)] rounded-card"
      aria-labelledby="login-again"
      // The page is useless without a session, so the dialog must not close. Preventing `cancel`
      // is not enough in Chromium, where a second Escape closes it. Some browsers don't support
      // `closedby`.
      closedby="none"
      onCancel={(event) => event.preventDefault()}
      // After the login, React removes the dialog, which also closes it.
      onClose={({ currentTarget: dialog }) => dialog.isConnected && dialog.showModal()}
    >
      <h2 id="login-again" className="text-title">
        Your session has ended
      </h2>
      <p className="mt-2">Log in again and pick up where you left off.</p>
      <LoginForm />
    </dialog>
  );
}
