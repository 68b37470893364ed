/** The trading keys in the window's bar while they are armed: their mode, the size and market, and the remaining time as a shrinking bar. */
import type { ReactNode } from 'react'
import { create } from 'zustand'
import type { Size } from '../../contract/decimal.ts'
import type { KeysMode } from '../../contract/safety-locks.ts'
import { keyText, useCommandHint } from '../commands/index.ts'
import { countdown } from '../format/index.ts'
import { useTick } from '../market-data/index.ts'
import { type SizeUnit, withUnit } from '../markets/quick-order.ts'
import { useTradingKeys } from '../trade-forms/index.ts'
import styles from './keys-badge.module.css'

/** The size and market of the trading keys, if known. */
interface KeyTerms {
  readonly size: Size | null
  readonly unit: SizeUnit | null
  /** Name of the market; null where no panel shows one. */
  readonly market: string | null
}

/** Status of the trading keys: the market and size that they act on, and each order sent without a preview. */
export const NO_TERMS: KeyTerms = { size: null, unit: null, market: null }

/** The number of the preset, 1 being the smallest at first, and its size in the current market. */
export const useKeySize = create<KeyTerms & { readonly preset: number }>(() => ({ preset: 1, ...NO_TERMS }))

/** `Keys send: 10 contracts of NYCTMP1` */
export function keyTermsText(mode: KeysMode, { size, unit, market }: KeyTerms): string {
  const terms =
    market === null || unit === null
      ? 'no market'
      : `${withUnit(size ?? '?', unit)} ${unit === 'USDC' ? 'in' : 'of'} ${market}`
  return mode === 'preview' ? `Keys preview: ${terms}` : `Keys send: ${terms}`
}

/** How long an order sent at once is shown, ms; Activity keeps it for good. */
export const SENT_SHOWN_MS = 8000
const MAX_SAID = 4

interface SentByKey {
  readonly id: number
  /** `Buy 10 NYCTMP1 at 571.51` */
  readonly text: string
  /** The action to follow until it is over, where it may take more than one order; null otherwise. */
  readonly actionId: string | null
}

/** Recent orders that keys sent at once, the newest last. */
export const useSentByKey = create<{ readonly count: number; readonly sent: readonly SentByKey[] }>(() => ({
  count: 0,
  sent: [],
}))

/** Shows a sent order; returns its id for `forgetSent`. */
export function saySent(text: string, actionId: string | null = null): number {
  const { count, sent } = useSentByKey.getState()
  useSentByKey.setState({ count: count + 1, sent: [...sent, { id: count, text, actionId }].slice(-MAX_SAID) })
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
  const text = keyTermsText(keys.mode, terms)
  return (
    <button
      type="button"
      className={styles.badge}
      data-mode={keys.mode}
      title={`${text}. ${disarm?.title ?? 'Disarm trading keys'}; ${keyText({ code: 'Escape' }, false)} also disarms`}
      onClick={onDisarm}
    >
      <span>
        <span className={styles.terms}>{text}</span>, {countdown(left)}
      </span>
      <span className={styles.bar} aria-hidden="true">
        <span style={{ width: `${(100 * left) / keys.armedFor}%` }} />
      </span>
    </button>
  )
}
