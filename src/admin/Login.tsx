import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId } from 'react';
import { logIn } from '../api/admin.ts';
import { queryClient, messageOf, sessionQuery } from './queries.ts';
import { showModal } from './show-modal.ts';

/** Asks for the owner's password and explains a failed login. */
export function LoginForm() {
  const id = useId();
  const login = useMutation({
    mutationFn: logIn,
    onSuccess: (session) => {
      queryClient.setQueryData(sessionQuery.queryKey, session);
      // Queries that failed without a session run again.
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
        {login.isError && messageOf(login.error)}
      </p>
      <button type="submit" className="button mt-2 w-full" disabled={login.isPending}>
        {login.isPending ? 'Logging in...' : 'Log in'}
      </button>
    </form>
  );
}

/** Covers the page until the owner has logged in again. The focus then returns to the element that had it. */
export function LoginDialog() {
  return (
    <dialog
      ref={showModal}
      className="dialog m-auto w-[min(26rem,100vw-2rem)] rounded-card"
      aria-labelledby="login-again"
      // The page cannot be used without a session, so the dialog must not close. Chromium lets a second
      // Escape through if only `cancel` is prevented, and other browsers do not support `closedby`.
      closedby="none"
      onCancel={(event) => event.preventDefault()}
      // It also closes when React removes it, after the login.
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
