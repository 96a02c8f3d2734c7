import { useEffect } from 'react';
import { readNowAndOnReturn } from './on-return.ts';
import type { Reading, Resource } from './resource.ts';
import { useStore } from '../store/use-store.ts';

/** What the shop tells, read as long as somebody looks. */
export function useReading<T>(resource: Resource<T>): Reading<T> {
  useEffect(() => readNowAndOnReturn(resource.read), [resource]);
  return useStore(resource.view);
}
