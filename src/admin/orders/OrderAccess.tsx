import { useState } from 'react';
import type { OrderStatus } from '../../contract/orders.ts';
import type { OrderDetail } from '../../contract/admin-orders.ts';
import { deedFor, doneWords, failedWords } from './order-messages.ts';
import { changeAccess } from './orders.ts';
import { type Said, SaidHere } from '../InlineStatus.tsx';

/** For a button that takes the place of the one that was pressed: the focus went with that. */
const takeFocus = (button: HTMLButtonElement | null): void => button?.focus();

/** Takes the buyer's files away or gives them back, after one question. */
export function OrderAccess({ order }: { order: OrderDetail }) {
  // A question is about a state of the order: another state is another question.
  const [asked, setAsked] = useState<OrderStatus | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said | null>(null);
  const [hasAsked, setHasAsked] = useState(false);
  const isAsking = asked === order.status;
  const deed = deedFor(order);
  if (!deed) return null;
  const ask = (): void => {
    setHasAsked(true);
    setSaid(null);
    setAsked(order.status);
  };
  const act = async (): Promise<void> => {
    setBusy(true);
    try {
      setSaid({ kind: 'done', words: doneWords(await changeAccess(order.number, deed.access)) });
    } catch (error) {
      setSaid({ kind: 'failed', words: failedWords(error) });
    }
    setAsked(null);
    setBusy(false);
  };

  return (
    <div className="mt-3">
      <SaidHere said={said} />
      {isAsking ? (
        <section aria-labelledby="access-asks" className="note border-2 border-rule shadow-none">
          <p id="access-asks">{deed.asks}</p>
          <div className="mt-4 flex flex-wrap gap-3">
            <button
              ref={hasAsked ? takeFocus : null}
              type="button"
              className="button"
              aria-disabled={isBusy}
              onClick={() => void (isBusy || act())}
            >
              {isBusy ? 'One moment...' : deed.label}
            </button>
            {!isBusy && (
              <button type="button" className="button-quiet" onClick={() => setAsked(null)}>
                {deed.keep}
              </button>
            )}
          </div>
        </section>
      ) : (
        <button
          ref={hasAsked ? takeFocus : null}
          type="button"
          className="button-quiet w-full sm:w-auto"
          onClick={ask}
        >
          {deed.label}
        </button>
      )}
    </div>
  );
}
