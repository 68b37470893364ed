/** The stop that a risk is counted to: how far away, or at which price, of which each makes the other. */
import { type ReactNode, useState } from 'react'
import type { Decimal, Price } from '../../contract/decimal.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import { useSettings } from '../queries/index.ts'
import { DecimalField } from '../ui/index.ts'
import styles from './sizes.module.css'
import { type Entries, readStopAt, stopText, stopUnitOf, stopUnitWords } from './stop-at.ts'
import type { SizeDraft } from './use-size-draft.ts'

/** Of the order whose size it is. */
export interface RiskOrder {
  readonly asset: string
  readonly tick: Price | null
  readonly entries: Entries
}

const STEP = '0.01' as Decimal

export function RiskStop({ draft, order }: { readonly draft: SizeDraft; readonly order: RiskOrder | null }): ReactNode {
  const { family, stop } = draft
  const { prices } = useSettings() ?? DEFAULT_SETTINGS
  /** What is typed of a price, as long as the stop is what it made. */
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
        label="Stop of the exit plan"
        value={stop}
        onChange={draft.typeStop}
        step={STEP}
        suffix={family === 'scalar' ? '°F away' : 'away'}
      />
      {order !== null && (
        <DecimalField
          label="Stop at"
          value={own ?? (at === null ? '' : stopText(at.price, unit))}
          onChange={type}
          step={unit === 'cents' ? ('1' as Decimal) : order.tick}
          suffix={stopUnitWords(family, unit)}
          error={read !== null && 'wrong' in read ? read.wrong : null}
        />
      )}
    </div>
  )
}
