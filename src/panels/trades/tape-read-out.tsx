/** The tape for those who do not see it. */
import { type ReactNode, useMemo } from 'react'
import type { Topic } from '../../../contract/topics.ts'
import { grouped, timeText } from '../../format/index.ts'
import { useCalmTopic, useMarketData } from '../../market-data/index.ts'
import { CALM_MS, ReadOut } from '../../market-parts/index.ts'
import type { PriceView } from '../../markets/family/index.ts'
import { useFills } from '../../queries/index.ts'
import { MESSAGES } from './messages.ts'
import { type TapeRow, type TapeShape, tapeRows } from './tape-rows.ts'

interface TapeReadOutProps {
  readonly title: string
  readonly topic: Extract<Topic, { kind: 'trades' }> | null
  readonly view: PriceView
  readonly shape: TapeShape
}

const { columns } = MESSAGES
/** So many trades are read out. */
const SAID = 3
const LISTED = 20

export function TapeReadOut({ title, topic, view, shape: { least, bundled } }: TapeReadOutProps): ReactNode {
  const { store } = useMarketData()
  const trades = useCalmTopic(topic, CALM_MS)?.trades
  const fills = useFills().data
  const table = useMemo(() => {
    const own = new Set(fills?.map(({ tid }) => tid))
    const rows = tapeRows(trades ?? [], { least, bundled }).slice(0, LISTED)
    return {
      caption: `${MESSAGES.latest} of ${title}`,
      heads: [columns.time, columns.side, view.heading, view.words.size, columns.own],
      rows: rows.map((row) => [
        timeText(row.time),
        sideOf(row, view),
        view.named(row.px),
        grouped(row.sz),
        row.tids.some((tid) => own.has(tid)) ? MESSAGES.own : '',
      ]),
    }
  }, [title, trades, fills, view, least, bundled])
  const words = (): string => {
    const now = topic === null ? undefined : store.read(topic)?.trades
    const rows = tapeRows(now ?? [], { least, bundled }).slice(0, SAID)
    if (rows.length === 0) return `${title}: no trade yet.`
    const said = rows.map((row) => `${sideOf(row, view)} ${grouped(row.sz)} at ${view.named(row.px)}`)
    return `${title}, newest first: ${said.join('; ')}.`
  }
  return <ReadOut act="say-trades" name="the latest trades" table={table} words={words} />
}

const sideOf = ({ side }: TapeRow, { mirrored, words }: PriceView): string =>
  (side === 'buy') === mirrored ? words.sold : words.bought
