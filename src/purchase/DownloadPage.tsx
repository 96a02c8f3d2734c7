import { useEffect, useRef } from 'react';
import { toast } from 'sonner';
import { Boundary } from '../components/Boundary.tsx';
import { unbroken } from '../content/format.ts';
import type { Evening } from '../content/first-evening.ts';
import type { PublicOrder } from '../contract/orders.ts';
import { storeFlash } from '../toasts/flash.ts';
import { Files, type SoldFile } from './Files.tsx';
import { checkWithFiles, usePurchase } from './purchase.ts';
import {
  OrderNumber,
  PlainFiles,
  Reason,
  type States,
  Support,
  Waiting,
  textFor,
} from './states.tsx';

/** The first evening with a guide, its product type and its page. */
type GuideEvening = Evening & { readonly type: string; readonly href: string };

type Props = {
  states: States;
  files: readonly SoldFile[];
  evenings: readonly GuideEvening[];
  supportEmail: string;
};

const home = (className: string) => (
  <a className={className} href="/">
    Return to Home
  </a>
);

/** The files of a paid order. While a payment is pending, the page waits. All others are sent home with the reason, or read it here if the browser blocks storage. */
export const DownloadPage = (props: Props) => (
  <Boundary instead={<PlainFiles />}>
    <Download {...props} />
  </Boundary>
);

function Download({ states, files, evenings, supportEmail }: Props) {
  const { view } = usePurchase(checkWithFiles);
  const state = states[view.step];
  const text = textFor(states, view);
  const isPaid = view.step === 'paid';
  const isRefused = !isPaid && view.step !== 'checking' && view.step !== 'pending';
  const title = useRef<HTMLHeadingElement>(null);

  // The screen changed without a navigation, so a screen reader continues from its heading.
  useEffect(() => {
    if (isPaid) title.current?.focus();
  }, [isPaid]);

  useEffect(() => {
    if (!isRefused || !state.next) return;
    const href = state.next.href || window.location.pathname + window.location.search;
    const flash = { title: state.heading, message: text, next: { ...state.next, href } };
    // The Back button would lead here, and home again.
    if (storeFlash(flash)) window.location.replace('/');
  }, [isRefused, state, text]);

  return (
    // Another state replaces everything below it, so that nothing counts as a layout shift.
    <div
      key={view.step}
      data-step={view.step}
      data-refused={isRefused || undefined}
      data-bought={isPaid ? view.order.product_type : undefined}
    >
      <h1 ref={title} tabIndex={-1} className="outline-none">
        {state.heading}
      </h1>
      {view.step === 'checking' && (
        <>
          <div className="note my-6 min-h-50" aria-live="polite">
            <Waiting text={text} />
          </div>
          {home('button-quiet')}
        </>
      )}
      {(isRefused || view.step === 'pending') && <Reason {...state} text={text} />}
      {isPaid && (
        <>
          <p className="mt-4 text-lead text-balance">{unbroken(view.order.guide_name)}</p>
          <p className="mt-1 text-quiet">
            {files.find(({ type }) => type === view.order.product_type)?.facts}
          </p>
          <p className="mt-3">{text}</p>
          <Files purchase={view} sold={files} />
          <Tonight order={view.order} evenings={evenings} />
          <ul className="mt-10 grid gap-4 border-t border-rule pt-8">
            <li>
              <OrderNumber sessionId={view.order.stripe_session_id} />
            </li>
            <li className="screen-only">
              <a className="link" href={`/present#${view.order.product_type}`}>
                Give it as a present
              </a>
              <span className="block text-small text-quiet">A card to print and go with it.</span>
            </li>
            {view.withdrawable !== undefined && (
              <li className="screen-only">
                <a
                  className="link"
                  href={`/api/withdraw?session_id=${view.order.stripe_session_id}`}
                >
                  Withdraw from this purchase
                </a>
                <span className="block text-small text-quiet">
                  You can do this until {view.withdrawable}.
                </span>
              </li>
            )}
            <li className="screen-only">{home('link')}</li>
          </ul>
        </>
      )}
      <Support email={supportEmail} />
    </div>
  );
}

/** Shares the link to a public page, or copies it if the browser cannot share. Never the link to the files. */
async function share(title: string, path: string): Promise<void> {
  const { href: url } = new URL(path, window.location.origin);
  try {
    if (typeof navigator.share === 'function') return await navigator.share({ title, url });
    await navigator.clipboard.writeText(url);
    toast.success('Link copied', {
      description: 'It leads to the guide’s page, not to your files.',
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast.error('Sharing didn’t work', { description: `The link is ${url}` });
  }
}

/** The first evening with a guide, or with each guide of the bundle. */
function Tonight({ order, evenings }: Pick<Props, 'evenings'> & { order: PublicOrder }) {
  const isBundle = order.product_type === 'bundle';
  const bought = evenings.filter(({ type }) => isBundle || type === order.product_type);
  const [first] = bought;
  if (!first) return null;
  return (
    <section className="mt-10 border-t border-rule pt-8" aria-labelledby="tonight">
      <h2 id="tonight">Tonight{isBundle ? '' : `: ${first.title}`}</h2>
      {bought.map(({ type, ages, title, ready, together }) => (
        <div key={type} className="mt-6">
          {isBundle && (
            <h3>
              Ages {ages}: {title}
            </h3>
          )}
          <p className="mt-2">
            <strong>Have ready:</strong> {ready}.
          </p>
          <p className="mt-2">
            <strong>Ten minutes:</strong> {together}
          </p>
        </div>
      ))}
      {!isBundle && first.next && <p className="mt-6 text-quiet">{first.next}.</p>}
      <button
        type="button"
        className="button-quiet mt-6"
        onClick={() => void share(order.guide_name, isBundle ? '/' : first.href)}
      >
        {isBundle ? 'Share our guides' : 'Share the guide’s page'}
      </button>
    </section>
  );
}
