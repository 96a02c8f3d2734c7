import { readDispute, sendEvidence } from '../../api/admin-orders.ts';
import { ApiError } from '../../api/request.ts';
import type { Evidence } from '../../contract/admin-orders.ts';
import { InlineStatus, Question, useSteps } from '../Action.tsx';
import { RefreshButton } from '../RefreshButton.tsx';
import { Skeleton } from '../Skeleton.tsx';
import { Time, useNow } from '../Time.tsx';
import { useReading } from '../queries.ts';
import { reasonOf } from '../reason.ts';
import { changeOrder } from './orders.ts';

const QUESTION =
  'The bank takes this once, and you can’t change it afterwards. Stripe may charge a fee for an answer, which you get back if you win.';

const SENT =
  'The evidence is on its way to the bank. Its decision can take two to three months. Stripe emails you then, and the order follows by itself.';

const UNSURE =
  'The shop didn’t respond, so we can’t tell whether the evidence was sent. It’s never sent twice.';

/** Describes a failed send. After a 404, the reason is below it. */
const failedWords = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.status >= 500) return UNSURE;
  return error.status === 404 ? 'Nothing was sent now.' : `Nothing was sent. ${reasonOf(error)}`;
};

/** What the bank asks in an order's dispute, and the evidence, which is sent after a second question. */
export function OrderDispute({ number }: { number: string }) {
  const reading = useReading({
    queryKey: ['dispute', number],
    queryFn: () => readDispute(number),
  });
  const { value, error, read } = reading;
  const { section, step, go, act, isBusy, message } = useSteps<'asked'>();
  const now = useNow();
  const isSent = message?.kind === 'done';
  const isOver = error instanceof ApiError && error.status === 404;
  const isOpen = value !== null && value.due_by !== null && now < Date.parse(value.due_by);

  const send = async (dispute: string): Promise<string> => {
    await changeOrder(() => sendEvidence(number, dispute));
    return SENT;
  };

  return (
    <section ref={section} aria-labelledby="dispute" className="mt-8">
      <h3 id="dispute" tabIndex={-1} data-next={isSent ? step : undefined} className="outline-none">
        Dispute
      </h3>
      <InlineStatus message={message} />
      {isOver && !isSent && <p className="mt-2">{reasonOf(error)}</p>}
      {!isOver && !isSent && (
        <>
          {value && (
            <>
              <p className="mt-2">{value.says}</p>
              <DueDate at={value.due_by} isOpen={isOpen} />
              <EvidenceFold evidence={value.evidence} />
            </>
          )}
          {isOpen && step === 'shown' && (
            <button
              type="button"
              className="button-quiet w-full sm:w-auto"
              data-next="shown"
              onClick={() => go('asked')}
            >
              Send the evidence
            </button>
          )}
          {isOpen && step === 'asked' && (
            <Question
              words={QUESTION}
              yes="Send the evidence"
              no="Don’t send"
              isBusy={isBusy}
              onYes={() => void act(() => send(value.id), failedWords).then(read)}
              onNo={() => go('shown')}
            />
          )}
          {!value && error === null && <Skeleton words="Asking Stripe about it..." lines={2} />}
          <RefreshButton what="The dispute" reading={reading} />
        </>
      )}
    </section>
  );
}

function DueDate({ at, isOpen }: { at: string | null; isOpen: boolean }) {
  if (at === null) return <p className="mt-2">The bank takes no answer to this dispute.</p>;
  return (
    <p className="mt-2 font-semibold">
      {isOpen ? 'Answer by' : 'The last day to answer was'} <Time at={at} />.
    </p>
  );
}

const FIELDS: readonly (readonly [field: keyof Evidence, label: string])[] = [
  ['product_description', 'What was sold'],
  ['service_date', 'When the buyer got it'],
  ['customer_email_address', 'The buyer’s email address'],
  ['access_activity_log', 'What the shop recorded'],
  ['refund_policy_disclosure', 'Your refund policy'],
];

function EvidenceFold({ evidence }: { evidence: Evidence }) {
  return (
    <details className="my-3">
      <summary className="w-fit cursor-pointer">Read the evidence</summary>
      <dl className="text-small">
        {FIELDS.filter(([field]) => evidence[field] !== undefined).map(([field, label]) => (
          <div key={field} className="border-b border-rule py-2">
            <dt className="text-quiet">{label}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{evidence[field]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
