/** Words for an amount in minor units: (899, 'usd') gives "$8.99", (500, 'jpy') gives "¥500". */
export const formatAmount = (amount: number, currency: string) => {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
};
