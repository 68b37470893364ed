/** The size, with what the account allows, and fractions of it. */
import { type ReactNode, useState } from 'react'
import { compare, type Decimal, lesser, type Size, signOf } from '../../../contract/decimal.ts'
import { grouped } from '../../format/index.ts'
import { sharedMax } from '../../markets/scalar/index.ts'
import { FRACTIONS, fractionOf } from '../../trade-forms/index.ts'
import { classNames, DecimalField } from '../../ui/index.ts'
import { useChangeDraft, useSizeFocus } from '../../workspace/index.ts'
import type { FieldProps } from './price-field.tsx'
import styles from './ticket.module.css'

/** Arrow keys step by whole contracts. */
const ONE = '1' as Decimal

export function SizeField({ ticket, draft, error, inputRef }: FieldProps): ReactNode {
  const change = useChangeDraft('scalar')
  useSizeFocus(inputRef)
  const setSize = (size: string): void => change({ size })
  const { market, summary } = ticket
  const max = sharedMax(summary, draft.reduceOnly)
  /** The fraction that was pressed, of which maximum: of another one the size is another fraction. */
  const [picked, setPicked] = useState<{ readonly percent: number; readonly max: Size } | null>(null)
  return (
    <div className={styles.sizeField}>
      <DecimalField
        ref={inputRef}
        label="Size"
        value={draft.size}
        onChange={setSize}
        step={ONE}
        suffix={<span className={styles.both}>contracts</span>}
        keepsRoom
        error={error}
        hint={<MaxHint buy={summary.buy.max} sell={summary.sell.max} reduceOnly={draft.reduceOnly} onPick={setSize} />}
      />
      <fieldset className={styles.fractions} aria-label="Fraction of the largest size">
        {FRACTIONS.map((percent) => {
          const part = max === null ? null : fractionOf(max, percent, market.sizeDecimals)
          const chosen = part !== null && picked?.percent === percent && picked.max === max && draft.size === part
          return (
            <button
              key={percent}
              type="button"
              className={styles.fraction}
              aria-pressed={chosen}
              disabled={part === null}
              onClick={() => {
                if (part === null || max === null) return
                setPicked({ percent, max })
                setSize(part)
              }}
            >
              {percent} %
            </button>
          )
        })}
      </fieldset>
    </div>
  )
}

interface MaxHintProps {
  readonly buy: Size | null
  readonly sell: Size | null
  readonly reduceOnly: boolean
  readonly onPick: (size: string) => void
}

/** One figure when both sides allow the same, else one for each side. */
function MaxHint({ buy, sell, reduceOnly, onPick }: MaxHintProps): ReactNode {
  const link = (words: string, size: Size): ReactNode => (
    <button type="button" className={styles.link} title={`Fill in ${size}`} onClick={() => onPick(size)}>
      {words}
    </button>
  )
  if (buy === null || sell === null) return <span>{reduceOnly ? 'position not read yet' : 'account not read yet'}</span>
  if (compare(buy, sell) === 0) {
    if (reduceOnly && signOf(buy) === 0) return <span>no position</span>
    return link(`max ${grouped(buy)}`, buy)
  }
  if (reduceOnly)
    return signOf(buy) > 0 ? link(`max buy ${grouped(buy)}`, buy) : link(`max sell ${grouped(sell)}`, sell)
  const less = lesser(buy, sell)
  return (
    <>
      <span className={classNames(styles.quick, styles.both)}>
        {link(`buy ${grouped(buy)}`, buy)}
        <span aria-hidden>·</span>
        {link(`sell ${grouped(sell)}`, sell)}
      </span>
      <span className={styles.either}>{link(`${less === buy ? 'buy' : 'sell'} ${grouped(less)}`, less)}</span>
    </>
  )
}
