/** Labels of the panel "Limits", and the effects of changing limits. */
import { ARM_TITLE } from '../../../contract/limits.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'

export const MESSAGES = {
  armedByHand: ARM_TITLE,
  save: 'Save limits',
  loosens: 'This loosens limits.',
  /** Changes that have not taken effect yet. */
  pending: 'Pending looser limits',
  takeBack: 'Undo',
  /** @param change as `Max order value 250,000 → 300,000 USDC` */
  takeBackOf: (change: string) => `Undo: ${change}`,
  worstCase: 'Max loss, all positions and orders',
  nothingHeld: 'No positions and no open orders.',
  worstCaseIs: COMMON.maxLossExplained,
} as const
