import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactElement, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** The HTML of a part of the owner's pages, whose queries have the data of `client`. */
export const render = (element: ReactElement, client = new QueryClient()): string =>
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, element));

export const withoutTags = (html: string): string => html.replaceAll(/<[^>]+>/g, '');
