/** What the trading keys say of themselves: the market and the size that they act on, and each order that went without a preview. */
import { create } from 'zustand'
import type { KeysMode } from '../../contract/catches.ts'
import type { Size } from '../../contract/decimal.ts'

/** The size that trading keys have, and the market that they act in, as far as they are known. */
export interface KeyTerms {
  readonly size: Size | null
  /** `contracts`, `shares`. */
  readonly unit: string | null
  /** The market by its name; null where no panel shows one. */
  readonly market: string | null
}

export const NO_TERMS: KeyTerms = { size: null, unit: null, market: null }

/** The number of the size that trading keys have, the least one at first, and what it is in the market in use. */
export const useKeySize = create<KeyTerms & { readonly preset: number }>(() => ({ preset: 1, ...NO_TERMS }))

/** `Keys send: 10 contracts of NYCTMP1` */
export const keyTermsText = (mode: KeysMode, { size, unit, market }: KeyTerms): string =>
  `Keys ${mode === 'preview' ? 'show' : 'send'}: ${
    market === null ? 'no market' : `${size ?? '?'} ${unit ?? ''}`.trim().concat(` of ${market}`)
  }`

/** An order that a key sent at once is said for so long; Activity has it for good. */
export const SENT_SHOWN_MS = 8000
const MOST_SAID = 4

interface SentByKey {
  readonly id: number
  /** `Buy 10 NYCTMP1 at 571.51` */
  readonly words: string
  /** Followed until it is over, where it may take more than one order; null where not. */
  readonly actionId: string | null
}

/** What keys sent at once just now, the newest last. */
export const useSentByKey = create<{ readonly count: number; readonly sent: readonly SentByKey[] }>(() => ({
  count: 0,
  sent: [],
}))

/** Says an order; gives its id back, for `forgetSent`. */
export function saySent(words: string, actionId: string | null = null): number {
  const { count, sent } = useSentByKey.getState()
  useSentByKey.setState({ count: count + 1, sent: [...sent, { id: count, words, actionId }].slice(-MOST_SAID) })
  return count
}

export const forgetSent = (id: number): void =>
  useSentByKey.setState(({ sent }) => ({ sent: sent.filter((one) => one.id !== id) }))
