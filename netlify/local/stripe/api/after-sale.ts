import * as z from 'zod';
import type { Payment } from '../state.ts';
import { createdParam, isCreatedWithin, pagingParams } from './paging.ts';
import { expandParam } from './params.ts';

/** What refunds and disputes are listed by. */
export const listParams = z.strictObject({
  ...pagingParams,
  created: createdParam,
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  expand: expandParam,
});

type AfterSale = { readonly created: number; readonly chargeId: string };

/** Records of one kind over all payments that a list call asks for, newest first. */
export const listRecords = <Kept extends AfterSale>(
  payments: readonly Payment[],
  recordsOf: (payment: Payment) => readonly Kept[],
  params: z.infer<typeof listParams>,
): (Kept & { payment: Payment })[] =>
  payments
    .filter(({ intent }) => !params.payment_intent || intent?.id === params.payment_intent)
    .flatMap((payment) => recordsOf(payment).map((kept) => Object.assign({ payment }, kept)))
    .filter(
      ({ created, chargeId }) =>
        isCreatedWithin(created, params.created) &&
        (params.charge === undefined || chargeId === params.charge),
    )
    .toSorted((a, b) => a.created - b.created)
    .toReversed();
