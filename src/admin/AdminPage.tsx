import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { logOut } from '../api/admin.ts';
import { Boundary } from '../components/Boundary.tsx';
import { LoginDialog, LoginForm } from './Login.tsx';
import { LoadError } from './LoadError.tsx';
import { isLoggedOut, queryClient, sessionQuery } from './queries.ts';

const PAGES = [
  { href: '/admin-upload', label: 'Guides' },
  { href: '/admin-orders', label: 'Orders' },
] as const;

type Props = {
  brand: string;
  current: (typeof PAGES)[number]['href'];
  children: ReactNode;
};

export const AdminPage = (props: Props) => (
  <Boundary>
    <QueryClientProvider client={queryClient}>
      <LoggedInPage {...props} />
    </QueryClientProvider>
  </Boundary>
);

function LoggedInPage({ brand, current, children }: Props) {
  const session = useQuery(sessionQuery);
  const isOut = isLoggedOut(session.error);
  const main = useRef<HTMLElement>(null);
  const wasOut = useRef(false);

  // After a login, the page appears without a navigation, so the focus must be moved to its start.
  useEffect(() => {
    if (wasOut.current && session.data) main.current?.focus();
    wasOut.current = isOut && !session.data;
  }, [isOut, session.data]);

  if (session.data) {
    return (
      <>
        <Header brand={brand} current={current} />
        <main ref={main} id="main" tabIndex={-1} className="wrap pb-24 outline-none">
          {children}
        </main>
        {isOut && <LoginDialog />}
      </>
    );
  }
  return (
    <main
      id="main"
      tabIndex={-1}
      className="needs-js wrap grid min-h-svh place-items-center outline-none"
    >
      {session.isPending && (
        <div className="text-center">
          <h1 className="font-sans text-body">One moment...</h1>
          {/* The page may be from an older deploy whose scripts are gone. Unlike a link, a form
              keeps the order number after the #. */}
          <form className="come-late mt-4">
            This is taking longer than usual.{' '}
            <button className="link cursor-pointer" name="reload">
              Reload the page
            </button>
          </form>
        </div>
      )}
      {isOut && (
        <div className="note w-full max-w-sm">
          <p className="text-quiet">{brand}</p>
          <h1 className="mt-1 text-heading">Your shop</h1>
          <LoginForm />
        </div>
      )}
      {!isOut && <LoadError what="Your shop" query={session} />}
    </main>
  );
}

/** A full page load removes the orders from memory. */
const leave = (): void => window.location.assign('/admin-upload');

function Header({ brand, current }: Omit<Props, 'children'>) {
  const leaving = useMutation({
    mutationFn: logOut,
    onSuccess: leave,
    onError: (error) => isLoggedOut(error) && leave(),
  });
  return (
    <header className="border-b border-rule">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-6 py-2">
        <a href="/" className="flex items-center gap-3 py-2 font-serif text-lead font-semibold">
          <img src="/favicon.svg" alt="" width="32" height="32" />
          <span>{brand}</span>
        </a>
        <nav
          aria-label="Owner’s pages"
          className="-ml-3.5 flex flex-wrap items-center gap-1 sm:-mr-3.5"
        >
          {PAGES.map(({ href, label }) => (
            <a
              key={href}
              href={href}
              className={`nav-item ${href === current ? 'nav-item-active' : ''}`}
              aria-current={href === current ? 'page' : undefined}
            >
              {label}
            </a>
          ))}
          <button type="button" className="nav-item" onClick={() => leaving.mutate()}>
            Log out
          </button>
        </nav>
        {leaving.isError && (
          <p role="alert" className="w-full py-2 text-small text-alert">
            You’re still logged in. Please try again.
          </p>
        )}
      </div>
    </header>
  );
}
