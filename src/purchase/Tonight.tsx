import { toast } from 'sonner';
import type { Evening } from '../content/tonight.ts';
import type { PublicOrder } from '../contract/orders.ts';

/** The first evening with a guide, which is sold by this product type and has this page. */
export type GuideEvening = {
  readonly type: string;
  readonly href: string;
  readonly evening: Evening;
};

const addressOf = (path: string): string => new URL(path, window.location.origin).href;

/** Shares the link to a page, or copies it where the browser cannot share. Never the link to the files. */
async function share(title: string, path: string): Promise<void> {
  const url = addressOf(path);
  try {
    if (typeof navigator.share === 'function') return await navigator.share({ title, url });
    await navigator.clipboard.writeText(url);
    toast.success('Link copied', { description: 'Paste it into a message.' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast.error('Sharing didn’t work', { description: `The link is ${url}` });
  }
}

type Props = {
  order: Pick<PublicOrder, 'product_type' | 'guide_name'>;
  evenings: readonly GuideEvening[];
};

/** What to do with the guide on the first evening. */
export function Tonight({ order, evenings }: Props) {
  const isBundle = order.product_type === 'bundle';
  const bought = evenings.filter(({ type }) => isBundle || type === order.product_type);
  const [first] = bought;
  if (!first) return null;
  return (
    <section className="mt-10 border-t border-rule pt-8" aria-labelledby="tonight">
      <h2 id="tonight">Tonight{isBundle ? '' : `: ${first.evening.title}`}</h2>
      {bought.map((one) => (
        <div key={one.type} className="mt-6">
          {isBundle && (
            <h3>
              Ages {one.evening.ages}: {one.evening.title}
            </h3>
          )}
          <p className="mt-2">
            <strong>Have ready:</strong> {one.evening.ready}.
          </p>
          <p className="mt-2">
            <strong>Ten minutes:</strong> {one.evening.together}
          </p>
        </div>
      ))}
      <button
        type="button"
        className="button-quiet mt-6"
        onClick={() => void share(order.guide_name, isBundle ? '/' : first.href)}
      >
        Share with the other parent
      </button>
    </section>
  );
}
