import type {
  EditionNewsRequest,
  EditionNewsResponse,
  PreviewResponse,
} from '../contract/edition-news.ts';
import { get, post } from './request.ts';

const ADDRESS = '/api/admin/edition-news';

type Asked<Action extends EditionNewsRequest['action']> = Omit<
  Extract<EditionNewsRequest, { action: Action }>,
  'action'
>;

export function loadEditionNews(): Promise<EditionNewsResponse> {
  return get(ADDRESS);
}

/** Sends the mail to the owner alone. What it answers is told by afterwards. */
export function previewNews(asked: Asked<'preview'>): Promise<PreviewResponse> {
  return post(ADDRESS, { action: 'preview', ...asked } satisfies EditionNewsRequest);
}

/** Begins to tell the buyers, in the words of a preview. */
export function tellBuyers(preview: string): Promise<EditionNewsResponse> {
  return post(ADDRESS, { action: 'tell', preview } satisfies EditionNewsRequest);
}

export function setTelling(
  edition: string,
  action: 'stop' | 'resume',
): Promise<EditionNewsResponse> {
  return post(ADDRESS, { action, edition } satisfies EditionNewsRequest);
}
