import { useState } from 'react';
import { logOut } from '../api/session.ts';
import { isLoggedOut } from './session/session.ts';

const PAGES = {
  guides: { href: '/admin-upload', label: 'Guides' },
  orders: { href: '/admin-orders', label: 'Orders' },
} as const;

export type AdminPage = keyof typeof PAGES;

type Props = { brand: string; current: AdminPage };

/** Links to the owner's pages and the shop, and the logout button. */
export function AdminHeader({ brand, current }: Props) {
  const [failed, setFailed] = useState(false);

  async function logOutAndLeave(): Promise<void> {
    setFailed(false);
    try {
      await logOut();
    } catch (error) {
      // A session that has already ended needs no logout.
      if (!isLoggedOut(error)) return setFailed(true);
    }
    // A full page load clears the order data from memory.
    window.location.assign('/admin-upload');
  }

  return (
    <header className="border-b border-rule">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-6 py-2">
        <a href="/" className="flex items-center gap-3 py-2 font-serif text-lead font-semibold">
          <img src="/favicon.svg" alt="" width="32" height="32" />
          {brand}
        </a>
        <nav aria-label="Owner’s pages" className="-mx-3.5 flex items-center gap-1">
          {Object.entries(PAGES).map(([page, { href, label }]) => (
            <a
              key={page}
              href={href}
              className={`nav-item ${page === current ? 'nav-item-active' : ''}`}
              aria-current={page === current ? 'page' : undefined}
            >
              {label}
            </a>
          ))}
          <button type="button" className="nav-item" onClick={() => void logOutAndLeave()}>
            Log out
          </button>
        </nav>
        {failed && (
          <p role="alert" className="w-full py-2 text-small text-alert">
            You’re still logged in. Please try again.
          </p>
        )}
      </div>
    </header>
  );
}
