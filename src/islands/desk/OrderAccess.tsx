import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { ApiError } from '../../api/request.ts';
import type { OrderDetail } from '../../contract/sales.ts';
import { deedFor } from '../../lib/desk/order-words.ts';
import { changeAccess } from '../../lib/desk/orders.ts';

/** Takes the buyer's files away or gives them back, after one question. */
export function OrderAccess({ order }: { order: OrderDetail }) {
  const [step, setStep] = useState<'idle' | 'asking' | 'busy'>('idle');
  const [hasAsked, setHasAsked] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const deed = deedFor(order);

  // What was pressed has gone, and the focus with it.
  useEffect(() => {
    if (hasAsked && step !== 'busy') first.current?.focus();
  }, [step, hasAsked]);

  if (!deed) return null;
  const ask = (): void => {
    setHasAsked(true);
    setStep('asking');
  };
  const act = async (): Promise<void> => {
    setStep('busy');
    try {
      await changeAccess(order.number, deed.access);
      toast.success(deed.done, { description: `Order ${order.number}` });
    } catch (error) {
      const detail = error instanceof ApiError ? error.detail : null;
      toast.error('Nothing was changed', {
        description: detail ?? 'The shop did not answer. Please try again.',
      });
    }
    setStep('idle');
  };

  if (step === 'idle') {
    return (
      <button
        ref={first}
        type="button"
        className="button-quiet mt-3 w-full sm:w-auto"
        onClick={ask}
      >
        {deed.label}
      </button>
    );
  }
  return (
    <section aria-labelledby="access-asks" className="note mt-4 border-2 border-rule shadow-none">
      <p id="access-asks">{deed.asks}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <button
          ref={first}
          type="button"
          className="button"
          aria-disabled={step === 'busy'}
          onClick={() => void (step === 'busy' || act())}
        >
          {step === 'busy' ? 'One moment...' : deed.label}
        </button>
        {step !== 'busy' && (
          <button type="button" className="button-quiet" onClick={() => setStep('idle')}>
            {deed.keep}
          </button>
        )}
      </div>
    </section>
  );
}
