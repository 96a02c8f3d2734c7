import { toast } from 'sonner';

/** Shares the link to a public page, or copies it if the browser can't share. */
export async function sharePage(title: string, path: string): Promise<void> {
  const { href: url } = new URL(path, window.location.origin);
  try {
    if (typeof navigator.share === 'function') return await navigator.share({ title, url });
    await navigator.clipboard.writeText(url);
    toast.success('Link copied', {
      description: 'It opens our shop, not your files.',
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast.error('Sharing didn’t work', { description: `The link is ${url}` });
  }
}
