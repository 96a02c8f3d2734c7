import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactElement, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** Renders part of an owner's page with the query data of `client`. */
export const render = (element: ReactElement, client = new QueryClient()): string =>
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, element));

export const withoutTags = (html: string): string => html.replaceAll(/<[^>]+>/g, '');
