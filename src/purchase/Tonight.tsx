import type { Evening } from '../content/first-evening.ts';
import type { NextGuide } from '../contract/mail.ts';
import type { PublicOrder } from '../contract/orders.ts';
import { sharePage } from './share.ts';

/** `type` is the guide's product type, and `href` is the URL of its page. */
export type GuideEvening = Evening & { readonly type: string; readonly href: string };

type Props = { order: PublicOrder; evenings: readonly GuideEvening[] };

export function Tonight({ order, evenings }: Props) {
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
            <strong>You’ll need:</strong> {ready}.
          </p>
          <p className="mt-2">
            <strong>Ten minutes:</strong> {together}
          </p>
        </div>
      ))}
      {!isBundle && first.next && <Next guide={first.next} />}
      <button
        type="button"
        className="button-quiet mt-6"
        onClick={() => void sharePage(order.guide_name, isBundle ? '/' : first.href)}
      >
        {isBundle ? 'Tell a friend about our guides' : 'Tell a friend about this guide'}
      </button>
    </section>
  );
}

const Next = ({ guide: { age, title, href } }: { guide: NextGuide }) => (
  <p className="mt-6 text-quiet">
    When they turn {age}:{' '}
    <a className="link" href={href}>
      {title}
    </a>
    .
  </p>
);
