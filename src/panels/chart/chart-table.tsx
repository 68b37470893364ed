/** The newest prices of a chart as a table beside it, for users who cannot see the chart or want figures. */

import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Price } from '../../../contract/decimal.ts'
import type { Candle } from '../../../contract/market.ts'
import { dayText, minuteText, NONE, timeText } from '../../format/index.ts'
import { useMarketData } from '../../market-data/index.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import { type Column, Table, type TableSpec } from '../../ui/index.ts'
import { useTableState } from '../../workspace/index.ts'
import { decimalColumn, timeColumn } from '../columns.tsx'
import styles from './chart.module.css'
import { storedSecond, storedText } from './chart-texts.ts'
import type { LineLook } from './line-set.ts'
import { candleAt } from './time-grid.ts'
import type { Histories } from './use-histories.ts'

const ROWS = 50

/** A row: the newest price of the market's own line, those of the others, and the time. */
interface Row {
  readonly candle: Candle
  readonly others: readonly (Candle | undefined)[]
}

/** Newest first; for steps only those with a change. */
export function rowsOf({ lines }: Pick<Histories, 'lines'>, look: LineLook): readonly Row[] {
  const [own, ...others] = lines
  const rows: Row[] = []
  const candles = own?.store.candles ?? []
  for (let index = candles.length - 1; index >= 0 && rows.length < ROWS; index -= 1) {
    const candle = candles[index]
    if (candle === undefined) continue
    const row = { candle, others: others.map(({ store }) => candleAt(store.candles, candle.time)) }
    const before = candles[index - 1]
    const isNew =
      look !== 'steps' ||
      before === undefined ||
      before.close !== candle.close ||
      others.some(({ store }, place) => candleAt(store.candles, before.time)?.close !== row.others[place]?.close)
    if (isNew) rows.push(row)
  }
  return rows
}

/** Interval at which the rows are read from the chart. */
const EVERY_MS = 5000

interface ChartTableProps {
  readonly label: string
  readonly histories: Histories
  readonly view: PriceView
  readonly look: LineLook
}

export function ChartTable({ label, histories, view, look }: ChartTableProps): ReactNode {
  const { clock } = useMarketData()
  const table = useTableState('prices')
  const [rows, setRows] = useState<readonly Row[]>([])
  useEffect(() => {
    const read = (): void => setRows(rowsOf(histories, look))
    read()
    return clock.every(EVERY_MS, read)
  }, [clock, histories, look])
  const isFine = (histories.lines[0]?.store.resolution ?? 60) < 60
  const others = histories.lines.slice(1)
  const key = others.map(({ line }) => `${line.asset} ${line.name}`).join('/')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the other lines
  const spec = useMemo(
    () =>
      specOf(
        view,
        look,
        isFine,
        others.map(({ line }) => line),
      ),
    [view, look, isFine, key],
  )
  return (
    <div className={styles.table}>
      <Table label={label} spec={spec} rows={rows} {...table} />
    </div>
  )
}

function specOf(
  view: PriceView,
  look: LineLook,
  isFine: boolean,
  others: readonly { readonly asset: string; readonly name: string }[],
): TableSpec<Row> {
  const time = ({ candle }: Row): string =>
    `${dayText(candle.time)} ${isFine ? timeText(candle.time) : minuteText(candle.time)}`
  const price = (
    id: string,
    title: string,
    of: (row: Row) => Price | undefined,
    { stays = false, write = storedText } = {},
  ): Column<Row> => {
    const text = (row: Row): string => {
      const found = of(row)
      return found === undefined ? NONE : write(found, view)
    }
    return decimalColumn(id, title, 56, (row) => of(row) ?? null, { text, fit: 'content', stays })
  }
  const isSteps = look === 'steps'
  const before = (['open', 'high', 'low'] as const).map((one) =>
    price(one, { open: 'Open', high: 'High', low: 'Low' }[one], ({ candle }) => candle[one]),
  )
  return {
    columns: [
      timeColumn('time', 'Time', 80, ({ candle }) => candle.time, { text: time, fit: 'content', stays: true }),
      ...(isSteps ? [] : before),
      price('close', isSteps ? view.heading : 'Close', ({ candle }) => candle.close, { stays: true }),
      price('second', view.secondHeading, ({ candle }) => candle.close, { write: storedSecond }),
      ...others.map(({ asset, name }, place) => price(asset, name, (row) => row.others[place]?.close)),
    ],
    idOf: ({ candle }) => String(candle.time),
    nameOf: time,
    givesWay: ['open', 'low', 'high', 'second'],
  }
}
