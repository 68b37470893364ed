/** Leverages that the ticket offers. */
const STEPS = [1, 2, 3, 5, 10, 15, 20, 25, 40, 50, 100]

/** The choices up to a market's maximum, which is always one of them, as is the present one. */
export const leverageChoices = (max: number, present: number): readonly number[] =>
  [...new Set([...STEPS.filter((step) => step < max), max, present])].sort((a, b) => a - b)

/** The leverage of a market as its menu is called; where nobody told which holds, it is the largest until the trader chooses. */
export const leverageText = (leverage: number, known: boolean): string =>
  known ? `Isolated ${leverage}×` : `${leverage}× market maximum until you choose`

/** Over the choices, where nobody told which holds. */
export const LEVERAGE_UNTOLD = 'Not told by the service: the market maximum is reckoned with until you choose'
