import {
  Component,
  type ComponentType,
  type ReactNode,
  Suspense,
  lazy,
  useEffect,
  useRef,
} from 'react';
import { AdminHeader, type AdminPage } from '../AdminHeader.tsx';
import { showModal } from '../show-modal.ts';
import { LoginForm } from './LoginForm.tsx';
import { checkSession, useSession } from './session.ts';

type Props = { brand: string; current: AdminPage; children: ReactNode };

/** Shows the page to a logged-in owner, and only the login to everyone else. */
function RequireLogin({ brand, current, children }: Props) {
  const { step } = useSession();
  const main = useRef<HTMLElement>(null);
  const before = useRef(step);

  // Logging in replaces the page without a navigation, so the focus has to move to its start.
  useEffect(() => {
    if (before.current === 'out' && step === 'in') main.current?.focus();
    before.current = step;
  }, [step]);

  if (step === 'in' || step === 'ended') {
    return (
      <>
        <AdminHeader brand={brand} current={current} />
        <main ref={main} id="main" tabIndex={-1} className="wrap pb-24 outline-none">
          <ErrorBoundary>
            <Suspense fallback={<p className="py-16">One moment...</p>}>{children}</Suspense>
          </ErrorBoundary>
        </main>
        {step === 'ended' && <LoginDialog />}
      </>
    );
  }
  return (
    <main
      id="main"
      tabIndex={-1}
      className="needs-js wrap grid min-h-svh place-items-center outline-none"
    >
      {step === 'checking' && <h1 className="font-sans text-body">One moment...</h1>}
      {step === 'out' && (
        <div className="note w-full max-w-sm">
          <p className="text-quiet">{brand}</p>
          <h1 className="mt-1 text-heading">Your shop</h1>
          <LoginForm />
        </div>
      )}
      {step === 'unreachable' && (
        <div className="note w-full max-w-sm" role="alert">
          <h1 className="text-title">The shop didn’t respond</h1>
          <p className="mt-2">It may be your connection, or the shop may need a moment.</p>
          <button type="button" className="button mt-4" onClick={() => void checkSession()}>
            Try again
          </button>
        </div>
      )}
    </main>
  );
}

/** Covers the page until the owner has logged in again. Then the focus returns to where it was. */
function LoginDialog() {
  return (
    <dialog
      ref={showModal}
      className="dialog m-auto w-[min(26rem,100vw-2rem)] rounded-card"
      aria-labelledby="login-again"
      // The page cannot be used without a session, so the dialog must not close. Chromium lets a second
      // Escape through if only `cancel` is prevented, and other browsers do not support `closedby`.
      closedby="none"
      onCancel={(event) => event.preventDefault()}
      // It also closes when it goes, after the login.
      onClose={({ currentTarget: dialog }) => dialog.isConnected && dialog.showModal()}
    >
      <h2 id="login-again" className="text-title">
        Your session has ended
      </h2>
      <p className="mt-2">Nothing is lost. Log in again and pick up where you left off.</p>
      <LoginForm />
    </dialog>
  );
}

/** Offers a reload if a view fails. After a deploy, an open page may ask for a script that is gone. */
class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="note mt-10 max-w-xl" role="alert">
        <h1 className="text-title">Please reload this page</h1>
        <p className="mt-2">
          The shop was updated, or the connection dropped. Everything you saved is still there.
        </p>
        <button type="button" className="button mt-4" onClick={() => window.location.reload()}>
          Reload
        </button>
      </div>
    );
  }
}

/** An island for one of the owner's pages. Its view is loaded only after the login. */
export function ownersPage<ViewProps extends object>(
  current: AdminPage,
  load: () => Promise<{ default: ComponentType<ViewProps> }>,
) {
  const View: ComponentType<ViewProps> = lazy(load);
  return ({ brand, view }: { brand: string; view: ViewProps }) => (
    <RequireLogin brand={brand} current={current}>
      <View {...view} />
    </RequireLogin>
  );
}
