/** A row that says all there is to say in one sentence: the end of a position, a trade of another client, a safety catch. */
import { memo, type ReactNode } from 'react'
import type { ActivityRow, RowOf } from '../../../contract/activity.ts'
import { trimZeros } from '../../../contract/decimal.ts'
import { grouped, timeText, useFormat, zoneText } from '../../format/index.ts'
import { useTopicValue } from '../../market-data/index.ts'
import { useExpectOtherClient } from '../../orders/index.ts'
import type { Assets } from '../../queries/index.ts'
import { classNames } from '../../ui/index.ts'
import styles from './activity.module.css'
import { KIND_WORDS, SAFETY_WORDS } from './row-labels.ts'

interface SentenceProps {
  readonly at: number
  /** What the time is of: `Filled`. */
  readonly what: string
  /** What else is known of it, beside the time. */
  readonly note?: string
  readonly word: string
  readonly isBad: boolean
  readonly children: ReactNode
}

function Sentence({ at, what, note = '', word, isBad, children }: SentenceProps): ReactNode {
  useFormat()
  return (
    <div className={classNames(styles.line, styles.ending)}>
      <time className={styles.time} title={`${what} at ${timeText(at)} ${zoneText(at)}, by the service's clock${note}`}>
        {timeText(at)}
      </time>
      <span className={styles.endText}>{children}</span>
      <span className={classNames(styles.state, isBad ? styles.bad : styles.neutral)}>{word}</span>
    </div>
  )
}

interface PlainRowProps {
  readonly row: Extract<ActivityRow, { readonly kind: 'ending' | 'trade' | 'safety' }>
  readonly assets: Pick<Assets, 'of'>
}

export const PlainRow = memo(function PlainRow({ row, assets }: PlainRowProps): ReactNode {
  if (row.kind === 'trade') return <TradeRow row={row} assets={assets} />
  if (row.kind === 'safety') {
    const { at, kind, words } = row.safety
    return (
      <Sentence at={at} what="Done" word={SAFETY_WORDS[kind]} isBad={kind === 'killed'}>
        {words}
      </Sentence>
    )
  }
  const { at, kind, words, isCertain } = row.ending
  const word = isCertain ? KIND_WORDS[kind] : `likely ${KIND_WORDS[kind]}`
  return (
    <Sentence at={at} what="Ended" word={word} isBad={kind === 'liquidated' || kind === 'unknown'}>
      {words}
    </Sentence>
  )
})

/** What another client traded, and the trader's word on that client. */
function TradeRow({ row: { trade }, assets }: { readonly row: RowOf<'trade'> } & Pick<PlainRowProps, 'assets'>) {
  const { id, asset, side, size, price, at } = trade
  const isExpected = useTopicValue({ kind: 'other_client' }, (others) => others.isExpected) ?? false
  const { button, failure } = useExpectOtherClient(isExpected)
  const spec = assets.of(asset)
  const name = spec.side === null ? spec.market : `${spec.side}, ${spec.market}`
  return (
    <Sentence at={at} what="Filled" note={`; order ${id}`} word="not from here" isBad={!isExpected}>
      {side === 'buy' ? 'Bought' : 'Sold'} {grouped(trimZeros(size))} {name} at {grouped(price)}, not from this terminal{' '}
      {button}
      {failure !== null && <span role="alert"> {failure}</span>}
    </Sentence>
  )
}
