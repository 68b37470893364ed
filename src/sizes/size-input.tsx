/** The size of an order: a number, what it is typed in, what it comes to, and the sizes to choose from. */
import type { ReactNode, RefObject } from 'react'
import type { Decimal } from '../../contract/decimal.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import { Button, DecimalField } from '../ui/index.ts'
import { PresetRow } from './preset-row.tsx'
import { type RiskOrder, RiskStop } from './risk-stop.tsx'
import styles from './sizes.module.css'
import { UnitChoice } from './unit-choice.tsx'
import { useHoldOnPress } from './use-hold-on-press.ts'
import type { SizeDraft } from './use-size-draft.ts'

const ONE = '1' as Decimal

interface SizeInputProps {
  readonly label: string
  /** Whose sizes are offered; null while it is not known. */
  readonly market: MarketRef | null
  readonly draft: SizeDraft
  /** What it is the size of, for a stop at a price; null while that is not known. */
  readonly order: RiskOrder | null
  /** What was typed comes to; null where it is what is sent, or nothing was typed. */
  readonly note: ReactNode
  readonly error: string | null
  /** The most that can be sent. */
  readonly hint: ReactNode
  readonly inputRef: RefObject<HTMLInputElement | null>
  /** A button that sends it goes down. */
  readonly onHold: () => void
}

export function SizeInput(props: SizeInputProps): ReactNode {
  const { label, market, draft, order, note, error, hint, inputRef, onHold } = props
  useHoldOnPress(inputRef, onHold)
  const { family, typed } = draft
  return (
    <div className={styles.size}>
      <DecimalField
        ref={inputRef}
        label={label}
        value={typed.text}
        onChange={draft.type}
        step={ONE}
        suffix={<UnitChoice family={family} by={typed.by} onChange={draft.choose} />}
        keepsRoom
        error={error}
        note={typed.text.trim() === '' ? null : note}
        hint={hint}
      />
      {typed.by === 'risk' && <RiskStop draft={draft} order={order} />}
      {draft.goneStop !== null && (
        <p className={styles.gone} role="status">
          The risk’s stop, {draft.goneStop} {family === 'scalar' ? '°F ' : ''}away, left the exit plan.
          <Button size="small" onClick={draft.keepStop}>
            Keep it
          </Button>
        </p>
      )}
      {market !== null && <PresetRow market={market} draft={draft} />}
    </div>
  )
}
