/** Labels of the panel "Limits", and the effects of changing limits. */
export const MESSAGES = {
  armedByHand: 'Windows must be armed by hand',
  save: 'Save limits',
  loosens: 'This loosens limits.',
  /** Changes that have not taken effect yet. */
  pending: 'Limits that are to be loosened',
  takeBack: 'Take back',
  /** @param change as `Largest order 250,000 → 300,000 USDC` */
  takeBackOf: (change: string) => `Take back: ${change}`,
  worstCase: 'Max loss, all positions and orders',
  nothingHeld: 'Nothing is held and nothing rests.',
  worstCaseIs:
    'What could be lost from now on if every order fills, every stop slips to its bound, and what no stop closes is lost to its end.',
} as const
