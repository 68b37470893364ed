/** What is typed in the binary panel: it stays while the panel is closed or behind another. */
import { create } from 'zustand'

interface BinaryTerms {
  /** Most that the contracts may cost, USDC, just as typed. */
  readonly amount: string
  /** Tolerance of predictions and closes, per cent of the price, just as typed. */
  readonly slippage: string
}

export const useBinaryTerms = create<BinaryTerms>()(() => ({ amount: '', slippage: '5' }))

/** Changes some of the terms. */
export const setBinaryTerms = (change: Partial<BinaryTerms>): void => useBinaryTerms.setState(change)
