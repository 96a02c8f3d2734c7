import { useEffect } from 'react';
import { readNowAndOnReturn } from '../../lib/desk/on-return.ts';
import type { Reading, Resource } from '../../lib/desk/resource.ts';
import { useStore } from '../use-store.ts';

/** What the shop tells, read as long as somebody looks. */
export function useReading<T>(resource: Resource<T>): Reading<T> {
  useEffect(() => readNowAndOnReturn(resource.read), [resource]);
  return useStore(resource.view);
}
