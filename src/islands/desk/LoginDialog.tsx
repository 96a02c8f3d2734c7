import { useEffect, useRef } from 'react';
import { LoginForm } from './LoginForm.tsx';

/** Lies over what the owner was doing until there is a session again; then the focus goes back there. */
export function LoginDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby="login-again"
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="login-again" className="text-title">
        Your session has ended
      </h2>
      <p className="mt-2">Nothing is lost. Log in again, and go on where you were.</p>
      <LoginForm />
    </dialog>
  );
}
