/** The trading keys in the bar of the window, while they are armed: how they act, on how much of which market, and the time that is left, as a bar that shrinks. */
import type { ReactNode } from 'react'
import { keyText, useCommandHint } from '../commands/index.ts'
import { countdown } from '../format/index.ts'
import { useTick } from '../market-data/index.ts'
import { useTradingKeys } from '../trade-forms/index.ts'
import { keyTermsText, useKeySize } from './key-labels.ts'
import styles from './keys-badge.module.css'

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
