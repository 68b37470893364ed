/** Labels and messages of the panel "Settlements". */
export const MESSAGES = {
  likely: ', likely',
  type: 'Type',
  size: 'Size',
  sizeDetail: 'Positive: long or UP. Negative: short or DOWN',
  source: 'Source',
  sourceDetail: 'Venue: reported as a fill. Computed: derived by Isotherm',
  currency: 'Currency',
  none: 'No settlements',
  never: 'No settlements yet.',
  settlements: 'Settlements',
} as const
