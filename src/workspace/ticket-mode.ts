/** How the order ticket is used: as a limit order, at market, or as a prediction, and the terms that belong to those. */
import { create } from 'zustand'

export const TICKET_MODES = ['limit', 'market', 'predict'] as const
type TicketMode = (typeof TICKET_MODES)[number]

interface TicketTerms {
  readonly mode: TicketMode
  /** Tolerance of market orders and predictions, per cent, just as typed. */
  readonly slippage: string
  /** Target of a prediction, °F, just as typed. */
  readonly target: string
  /** Who signs limit and market orders: the agent, after a prepare, or the trader's own wallet, directly. */
  readonly signer: 'agent' | 'wallet'
}

export const useTicketTerms = create<TicketTerms>()(() => ({
  mode: 'limit',
  slippage: '0.5',
  target: '',
  signer: 'agent',
}))

/** Changes some of the terms. */
export const setTerms = (change: Partial<TicketTerms>): void => useTicketTerms.setState(change)
