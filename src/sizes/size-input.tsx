/** The size of an order: a number, its unit, its resolved value, and the preset sizes. */
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { type Decimal, ONE, trimZeros } from '../../contract/decimal.ts'
import { distanceToMarkText } from '../../contract/family-rules.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import { grouped } from '../format/index.ts'
import type { SizeRead } from '../markets/sizing.ts'
import { useSettings } from '../queries/index.ts'
import { Button, DecimalField, useSteady } from '../ui/index.ts'
import { PresetRow } from './preset-row.tsx'
import styles from './sizes.module.css'
import { readStopAt, type StopOrder, stopText, stopUnitOf, stopUnitText } from './stop-at.ts'
import { UnitChoice } from './unit-choice.tsx'
import type { SizeDraft } from './use-size-draft.ts'

const STEP = '0.01' as Decimal

interface SizeInputProps {
  readonly label: string
  /** The market of the offered sizes; null while unknown. */
  readonly market: MarketRef | null
  readonly draft: SizeDraft
  /** The order of the size, for a stop at a price; null while unknown. */
  readonly order: StopOrder | null
  /** The resolved size; null where it is sent as typed, or nothing was typed. */
  readonly note: ReactNode
  readonly error: string | null
  /** The maximum that can be sent. */
  readonly hint: ReactNode
  readonly inputRef: RefObject<HTMLInputElement | null>
  /** Pointer down on a button that sends it. */
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
          Stop of the risk size, {draft.goneStop} {distanceToMarkText(family)}, removed from the exit plan.
          <Button size="small" onClick={draft.keepStop}>
            Restore stop
          </Button>
        </p>
      )}
      {market !== null && <PresetRow market={market} draft={draft} />}
    </div>
  )
}

/** The stop of a risk: its distance, or its price, each derived from the other. */
function RiskStop({ draft, order }: { readonly draft: SizeDraft; readonly order: StopOrder | null }): ReactNode {
  const { family, stop } = draft
  const { prices } = useSettings() ?? DEFAULT_SETTINGS
  /** The typed price, as long as the stop is the one it produced. */
  const [typed, setTyped] = useState<{ readonly text: string; readonly made: string } | null>(null)
  const unit = stopUnitOf(family, prices)
  const at = order === null ? null : draft.stopAt(order.asset)
  const own = typed !== null && typed.made === stop ? typed.text : null
  const read = order === null || own === null || own === '' ? null : readStopAt(own, { family, unit, ...order })
  const type = (text: string): void => {
    if (order === null) return
    const next = readStopAt(text, { family, unit, ...order })
    const isStop = next !== null && 'price' in next
    setTyped({ text, made: isStop ? next.distance : '' })
    if (isStop) draft.putStopAt({ asset: order.asset, price: next.price, side: next.side, distance: next.distance })
    else draft.typeStop('')
  }
  return (
    <div className={styles.stop}>
      <DecimalField
        label="Stop distance"
        value={stop}
        onChange={draft.typeStop}
        step={STEP}
        suffix={distanceToMarkText(family)}
      />
      {order !== null && (
        <DecimalField
          label="Stop at"
          value={own ?? (at === null ? '' : stopText(at.price, unit))}
          onChange={type}
          step={unit === 'cents' ? ONE : order.tick}
          suffix={stopUnitText(family, unit)}
          error={read !== null && 'wrong' in read ? read.wrong : null}
        />
      )}
    </div>
  )
}

/** @param input input of the size; the buttons are the submitting ones in its form */
function useHoldOnPress(input: RefObject<HTMLInputElement | null>, hold: () => void): void {
  const down = useSteady((event: Event) => {
    const isPress = !(event instanceof KeyboardEvent) || event.key === 'Enter' || event.key === ' '
    if (isPress && event.target instanceof Element && event.target.closest('[data-send]') !== null) hold()
  })
  useEffect(() => {
    const form = input.current?.form
    if (form == null) return
    form.addEventListener('pointerdown', down, true)
    form.addEventListener('keydown', down, true)
    return () => {
      form.removeEventListener('pointerdown', down, true)
      form.removeEventListener('keydown', down, true)
    }
  }, [input, down])
}

interface SizeNoteProps {
  readonly read: SizeRead
  /** Defaults to `contracts`. */
  readonly unit?: string
}

/** The resolved value of a typed size: `= 38.4 contracts`; or the missing input. */
export function SizeNote({ read, unit = 'contracts' }: SizeNoteProps): ReactNode {
  if (read.state !== 'known') return read.text
  return (
    <span>
      = {grouped(trimZeros(read.size))} {unit}
    </span>
  )
}
