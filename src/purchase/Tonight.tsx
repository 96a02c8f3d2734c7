import { toast } from 'sonner';
import type { Evening } from '../content/tonight.ts';
import type { PublicOrder } from '../contract/orders.ts';

/** The first evening with a guide, its product type and its page. */
export type GuideEvening = Evening & { readonly type: string; readonly href: string };

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

type Props = { order: PublicOrder; evenings: readonly GuideEvening[] };

/** The first evening with a guide, or with each guide of the bundle. */
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
