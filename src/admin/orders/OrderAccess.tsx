import { useRef, useState } from 'react';
import type { OrderStatus } from '../../contract/orders.ts';
import type { OrderDetail } from '../../contract/admin-orders.ts';
import { accessChangeFor, doneWords, failedWords } from './access-changes.ts';
import { changeAccess } from './orders.ts';
import { InlineStatus, type StatusMessage } from '../InlineStatus.tsx';
import { useKeptFocus } from '../use-kept-focus.ts';

/** Takes the buyer's files away or gives them back, after one question. */
export function OrderAccess({ order }: { order: OrderDetail }) {
  // A question is about a state of the order: another state is another question.
  const [asked, setAsked] = useState<OrderStatus | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<StatusMessage | null>(null);
  const isAsking = asked === order.status;
  const section = useRef<HTMLDivElement>(null);
  useKeptFocus(section, isAsking ? 'asked' : 'shown');
  const change = accessChangeFor(order);
  if (!change) return null;
  const ask = (): void => {
    setMessage(null);
    setAsked(order.status);
  };
  const act = async (): Promise<void> => {
    setBusy(true);
    try {
      setMessage({
        kind: 'done',
        text: doneWords(await changeAccess(order.number, change.access)),
      });
    } catch (error) {
      setMessage({ kind: 'failed', text: failedWords(error) });
    }
    setAsked(null);
    setBusy(false);
  };

  return (
    <div ref={section} className="mt-3">
      <InlineStatus message={message} />
      {isAsking ? (
        <section aria-labelledby="access-asks" className="note border-2 border-rule shadow-none">
          <p id="access-asks">{change.asks}</p>
          <div className="mt-4 flex flex-wrap gap-3">
            <button
              type="button"
              className="button"
              data-next="asked"
              aria-disabled={isBusy}
              onClick={() => void (isBusy || act())}
            >
              {isBusy ? 'One moment...' : change.label}
            </button>
            {!isBusy && (
              <button type="button" className="button-quiet" onClick={() => setAsked(null)}>
                {change.keep}
              </button>
            )}
          </div>
        </section>
      ) : (
        <button
          type="button"
          className="button-quiet w-full sm:w-auto"
          data-next="shown"
          onClick={ask}
        >
          {change.label}
        </button>
      )}
    </div>
  );
}
