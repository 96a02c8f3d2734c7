import { Boundary } from '../components/Boundary.tsx';
import { ConversionQuestion } from './ConversionQuestion.tsx';
import { checkOrder } from './verify-purchase.ts';
import { downloadPath } from './session-id.ts';
import { usePurchase } from './use-purchase.ts';
import { OrderSummary } from './OrderSummary.tsx';
import { PlainFiles, Waiting } from './PlainFiles.tsx';
import { Reason } from './Reason.tsx';
import { type States, textFor } from './states.ts';
import { Support } from './Support.tsx';

type Props = { states: States; hasAds: boolean; supportEmail: string };

export const PaymentStatus = (props: Props) => (
  <Boundary instead={<PlainFiles />}>
    <Status {...props} />
  </Boundary>
);

function Status({ states, hasAds, supportEmail }: Props) {
  const { view, sessionId } = usePurchase(checkOrder);
  const state = states[view.step];
  const text = textFor(states, view);
  const isChecking = view.step === 'checking' || view.step === 'delayed';
  const order = 'order' in view ? view.order : null;
  const isConfirmed = view.step === 'paid' || view.step === 'preparing';
  const downloadHref = sessionId ? downloadPath(sessionId) : undefined;
  const download = { label: 'Go to your download', href: downloadHref ?? '' };
  return (
    // With a new key, React replaces the whole content, so that no change counts as a layout shift.
    <div
      key={isChecking || view.step === 'paid' ? 'good' : view.step}
      data-step={view.step}
      data-confirmed={isConfirmed || undefined}
      data-refused={(!isChecking && order === null) || undefined}
    >
      <h1>{isChecking || isConfirmed ? states.checking.heading : state.heading}</h1>
      {isChecking || isConfirmed ? (
        <>
          {/* Tall enough for a confirmed order or a delay, so that the buttons do not move. */}
          <div className="note mt-6 min-h-86 min-[360px]:min-h-76" aria-live="polite">
            {isChecking && <Waiting states={states} isDelayed={view.step === 'delayed'} />}
            {isConfirmed && (
              <>
                <h2 className="mb-2 text-title">{state.heading}</h2>
                <OrderSummary order={view.order} />
                <p className="mt-4">{text}</p>
              </>
            )}
          </div>
          <div className="mt-6 grid gap-3">
            {/* While checks fail or are slow, the form above is more likely to work. */}
            <a
              className={`${view.step === 'delayed' ? 'button-quiet' : 'button'} needs-js`}
              href={downloadHref}
            >
              {download.label}
            </a>
            <a className="button-quiet" href="/">
              Return to Home
            </a>
          </div>
        </>
      ) : (
        <Reason text={text} next={view.step === 'withdrawn' ? download : state.next}>
          {order && (
            <div className="note mt-6">
              <OrderSummary order={order} />
            </div>
          )}
        </Reason>
      )}
      <Support email={supportEmail} />
      {import.meta.env.PUBLIC_ADS_CONVERSION && hasAds && isConfirmed && (
        <ConversionQuestion order={view.order} />
      )}
    </div>
  );
}
