/** The size that the trading keys of this window have. */
import { create } from 'zustand'
import type { KeyTerms } from './key-labels.ts'

export const NO_TERMS: KeyTerms = { size: null, unit: null, market: null }

/** The number of the size that trading keys have, the least one at first, and what it is in the market in use. */
export const useKeySize = create<KeyTerms & { readonly preset: number }>(() => ({ preset: 1, ...NO_TERMS }))
