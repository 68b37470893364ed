/** The trading keys in the bar of the window, while they are armed: how they act, on how much of which market, and the time that is left, as a bar that shrinks. */
import type { ReactNode } from 'react'
import { create } from 'zustand'
import type { KeysMode } from '../../contract/catches.ts'
import type { Size } from '../../contract/decimal.ts'
import { keyText, useCommandHint } from '../commands/index.ts'
import { countdown } from '../format/index.ts'
import { useTick } from '../market-data/index.ts'
import { useTradingKeys } from '../trade-forms/index.ts'
import styles from './keys-badge.module.css'

/** The size that trading keys have, and the market that they act in, as far as they are known. */
interface KeyTerms {
  readonly size: Size | null
  /** `contracts`, `shares`. */
  readonly unit: string | null
  /** The market by its name; null where no panel shows one. */
  readonly market: string | null
}

/** What the trading keys say of themselves: the market and the size that they act on, and each order that went without a preview. */
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

interface KeysBadgeProps {
  readonly onDisarm: () => void
}

export function KeysBadge({ onDisarm }: KeysBadgeProps): ReactNode {
  const keys = useTradingKeys()
  const terms = useKeySize()
  const disarm = useCommandHint('trade/disarm')
  const isArmed = keys?.armedUntil != null && keys.mode !== null
  const now = useTick(isArmed ? 1000 : null)
  if (keys === undefined || keys.armedUntil === null || keys.armedFor === null || keys.mode === null) return null
  const left = Math.max(0, Math.min(keys.armedFor, keys.armedUntil - now))
  const words = keyTermsText(keys.mode, terms)
  return (
    <button
      type="button"
      className={styles.badge}
      data-mode={keys.mode}
      title={`${words}. ${disarm?.title ?? 'Disarm the trading keys'}; ${keyText({ code: 'Escape' }, false)} does it too`}
      onClick={onDisarm}
    >
      <span>
        <span className={styles.terms}>{words}</span>, {countdown(left)}
      </span>
      <span className={styles.bar} aria-hidden="true">
        <span style={{ width: `${(100 * left) / keys.armedFor}%` }} />
      </span>
    </button>
  )
}
