/** Labels of the tables and views of the panel "Settlement history", and the sample size of its figures. */
export const MESSAGES = {
  table: 'Settlements by bucket',
  hours: 'By hour of the day',
  few: (count: number, enough: number) => `Too few: ${count} of ${enough} buckets.`,
  mean: (count: number, mean: string, above: string) =>
    `${count} buckets: mean ${mean}, ${above} settled above the earlier mark.`,
} as const
