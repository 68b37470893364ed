/** The size, with what it comes to and what the account allows. */
import type { ReactNode } from 'react'
import { compare, lesser, type Size, signOf } from '../../../contract/decimal.ts'
import { grouped } from '../../format/index.ts'
import { SizeInput, SizeNote, useSizeDraft } from '../../sizes/index.ts'
import { classNames } from '../../ui/index.ts'
import { useMarketRef, useSizeFocus } from '../../workspace/index.ts'
import { MESSAGES } from './messages.ts'
import type { FieldProps } from './price-field.tsx'
import styles from './ticket.module.css'

export function SizeField({ ticket, draft, error, inputRef }: FieldProps): ReactNode {
  useSizeFocus(inputRef)
  const market = useMarketRef()
  const size = useSizeDraft('scalar')
  const { summary, sizeRead } = ticket
  return (
    <SizeInput
      label={MESSAGES.size}
      market={market}
      draft={size}
      order={{
        asset: ticket.asset,
        tick: ticket.market.tickSize,
        entries: { long: ticket.prices.buy, short: ticket.prices.sell },
      }}
      note={sizeRead === null ? null : <SizeNote read={sizeRead} />}
      error={error}
      hint={<MaxHint buy={summary.buy.max} sell={summary.sell.max} reduceOnly={draft.reduceOnly} onPick={size.fill} />}
      inputRef={inputRef}
      onHold={ticket.holdSize}
    />
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
