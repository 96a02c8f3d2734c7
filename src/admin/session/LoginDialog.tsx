import { LoginForm } from './LoginForm.tsx';
import { useModal } from '../use-modal.ts';

/** Lies over what the owner was doing until there is a session again; then the focus goes back there. */
export function LoginDialog() {
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      className="dialog m-auto w-[min(26rem,100vw-2rem)] rounded-card"
      aria-labelledby="login-again"
      // Without a session nothing can go on, so there is nothing to close it for. Chromium lets a second
      // Escape through where only `cancel` is prevented, and others do not know `closedby`.
      closedby="none"
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
    >
      <h2 id="login-again" className="text-title">
        Your session has ended
      </h2>
      <p className="mt-2">Nothing is lost. Log in again, and go on where you were.</p>
      <LoginForm />
    </dialog>
  );
}
