/** What the panel "Settlement history" calls its tables and views, and says of how many buckets its figures are. */
export const MESSAGES = {
  table: 'Settlements of every bucket',
  hours: 'By hour of the day',
  few: (count: number, enough: number) => `Not enough: ${count} of ${enough} buckets.`,
  mean: (count: number, mean: string, above: string) => `${count} buckets: mean ${mean}, ${above} settled above.`,
} as const
