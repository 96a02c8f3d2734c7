import {
  type ComponentPropsWithoutRef,
  type ComponentType,
  type MouseEvent,
  type SubmitEvent,
  useState,
  useSyncExternalStore,
} from 'react';
import { createRoot } from 'react-dom/client';
import { Toaster, toast } from 'sonner';

/** The plain way to a page by script, as every router of a single page has it. */
const listen = (onChange: () => void): (() => void) => {
  addEventListener('popstate', onChange);
  return () => removeEventListener('popstate', onChange);
};

const usePath = (): string => useSyncExternalStore(listen, () => location.pathname);

type LinkProps = ComponentPropsWithoutRef<'a'> & { readonly href: string };

export const Link = ({ href, children, ...rest }: LinkProps) => {
  const go = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || href.includes('#')) return;
    event.preventDefault();
    history.pushState(null, '', href);
    dispatchEvent(new PopStateEvent('popstate'));
    scrollTo(0, 0);
  };
  return (
    <a href={href} onClick={go} {...rest}>
      {children}
    </a>
  );
};

export const BuyForm = ({ children, ...rest }: ComponentPropsWithoutRef<'form'>) => {
  const [busy, setBusy] = useState(false);
  const buy = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      const body = JSON.stringify(Object.fromEntries(new FormData(event.currentTarget)));
      const headers = { 'content-type': 'application/json' };
      const response = await fetch('/api/create-payment', { method: 'POST', headers, body });
      if (!response.ok) throw new Error('refused');
      const { url } = await response.json();
      location.assign(url);
    } catch {
      toast.error('Payment error', {
        description: 'There was an error processing your payment. Please try again.',
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void buy(event)} {...rest}>
      <fieldset className="contents" disabled={busy}>
        {children}
      </fieldset>
    </form>
  );
};

type Pages = Readonly<Record<string, ComponentType>>;

const App = ({ pages }: { readonly pages: Pages }) => {
  const Page = pages[usePath()] ?? pages['/'];
  return (
    <>
      {Page && <Page />}
      <Toaster position="bottom-right" />
    </>
  );
};

/** Starts the shop in the empty element that is all its document holds. */
export const start = (pages: Pages): void => {
  const root = document.querySelector('#root');
  if (root) createRoot(root).render(<App pages={pages} />);
};
