/** What the table beside a chart shows. Pure. */
import type { Candle } from '../../../contract/market.ts'
import type { LineLook } from './line-set.ts'
import type { Histories } from './use-histories.ts'

const ROWS = 50

/** A row: the newest of the market's own line, where the others stood, and the moment. */
export interface Row {
  readonly candle: Candle
  readonly others: readonly (Candle | undefined)[]
}

/** Newest first; of steps only those at which something changed. */
export function rowsOf({ lines }: Pick<Histories, 'lines'>, look: LineLook): readonly Row[] {
  const [own, ...others] = lines
  const rows: Row[] = []
  const candles = own?.store.candles ?? []
  for (let index = candles.length - 1; index >= 0 && rows.length < ROWS; index -= 1) {
    const candle = candles[index]
    if (candle === undefined) continue
    const row = { candle, others: others.map(({ store }) => store.at(candle.time)) }
    const before = candles[index - 1]
    const isNew =
      look !== 'steps' ||
      before === undefined ||
      before.close !== candle.close ||
      others.some(({ store }, place) => store.at(before.time)?.close !== row.others[place]?.close)
    if (isNew) rows.push(row)
  }
  return rows
}
