/** Leverages that the ticket offers. */
const STEPS = [1, 2, 3, 5, 10, 15, 20, 25, 40, 50, 100]

/** The choices up to a market's maximum, which is always one of them, as is the present one. */
export const leverageChoices = (max: number, present: number): readonly number[] =>
  [...new Set([...STEPS.filter((step) => step < max), max, present])].sort((a, b) => a - b)
