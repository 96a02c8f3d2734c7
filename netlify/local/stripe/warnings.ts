import type { Change } from './changes.ts';
import { newId } from './ids.ts';
import { warningObject } from './objects/dispute.ts';
import { chargeOf } from './paid-charge.ts';
import type { Payment, WarningRecord } from './state.ts';

export const warnOfFraud = (
  payment: Payment,
  nowMs: number,
): Change & { warning: WarningRecord } => {
  const attempt = chargeOf(payment);
  const warning: WarningRecord = {
    id: newId('issfr_1'),
    created: Math.floor(nowMs / 1000),
    chargeId: attempt.id,
  };
  const warned: Payment = { ...payment, warnings: [...payment.warnings, warning] };
  return {
    payment: warned,
    warning,
    events: [{ type: 'radar.early_fraud_warning.created', object: warningObject(warned, warning) }],
  };
};
