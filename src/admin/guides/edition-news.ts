import { useEffect } from 'react';
import { loadEditionNews, previewNews, setTelling, tellBuyers } from '../../api/edition-news.ts';
import type { EditionNews, EditionNewsResponse } from '../../contract/edition-news.ts';
import { type ResourceState, createResource, useResource } from '../resource.ts';
import { asOwner } from '../session/session.ts';

const editionNews = createResource<EditionNewsResponse>(() => asOwner(loadEditionNews));

/** While mails go out, and not longer. */
const AGAIN_MS = 5000;

export const isUnderWay = ({ state }: EditionNews): boolean =>
  state === 'gathering' || state === 'sending';

/** What buyers were told of, read again and again as long as mails go out. */
export function useEditionNews(): ResourceState<EditionNewsResponse> {
  const state = useResource(editionNews);
  const isMoving = state.value?.news.some(isUnderWay) ?? false;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => void editionNews.read(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [isMoving]);
  return state;
}

/** Sends the owner a preview. What it answers is what buyers are told by. */
export async function preview(asked: Parameters<typeof previewNews>[0]): Promise<string> {
  return (await asOwner(() => previewNews(asked))).preview;
}

const replace = (answer: EditionNewsResponse): void => editionNews.change(() => answer);

export async function tell(previewed: string): Promise<void> {
  replace(await asOwner(() => tellBuyers(previewed)));
}

export async function stop(edition: string): Promise<void> {
  replace(await asOwner(() => setTelling(edition, 'stop')));
}

export async function resume(edition: string): Promise<void> {
  replace(await asOwner(() => setTelling(edition, 'resume')));
}
