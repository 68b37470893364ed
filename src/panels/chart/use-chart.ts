/** What the chart shows of its panel's market: which prices, over which time, at which length. Asked of the market's family. */
import { useMemo, useRef } from 'react'
import type { Instrument } from '../../../contract/instrument.ts'
import type { Resolution } from '../../../contract/market.ts'
import { useMarketData, useServerClock, useTopic } from '../../market-data/index.ts'
import {
  type ChartedLine,
  type ChartLook,
  frameOf,
  type MarketChart,
  type RangeId,
  resolutionIn,
} from '../../markets/chart/index.ts'
import { chartOf } from '../../markets/family/index.ts'
import type { useChartChoices } from './chart-choices.ts'
import { MOST_OTHERS } from './line-set.ts'

const NONE: readonly never[] = []

interface ShownChart {
  /** The panel's own market. */
  readonly own: MarketChart
  readonly look: ChartLook
  /** The market whose prices are drawn, and its chart; null until it is known. */
  readonly drawn: { readonly instrument: Instrument; readonly chart: MarketChart } | null
  /** All lines that could stand beside the market's own. */
  readonly others: readonly ChartedLine[]
  /** Those that are wanted, the market's own first. */
  readonly lines: readonly ChartedLine[]
  readonly range: RangeId
  readonly resolution: Resolution
  readonly frame: () => ReturnType<typeof frameOf>
}

export function useChart(instrument: Instrument, choices: ReturnType<typeof useChartChoices>): ShownChart {
  const [chosenRange] = choices.range
  const [chosenResolution] = choices.resolution
  const [chosenLook] = choices.look
  const [leftOut] = choices.leftOut
  const { clock, store } = useMarketData()
  const minute = useServerClock(60_000)
  // What a range is at first goes by the time at which the market was opened here: it does not change under the hand.
  const opened = useRef({ key: instrument.key, now: minute })
  if (opened.current.key !== instrument.key) opened.current = { key: instrument.key, now: minute }
  const { now } = opened.current
  const settlements = useTopic({ kind: 'settlements' }) ?? NONE
  const facts = useMemo(() => ({ settlements, now }), [settlements, now])
  const own = useMemo(() => chartOf(instrument, facts), [instrument, facts])
  const look = own.looks.find(({ id }) => id === chosenLook) ?? own.looks[0]
  const elsewhere = useTopic(look.drawn === null ? null : { kind: 'instrument', market: look.drawn })
  const of = look.drawn === null ? instrument : elsewhere?.here === true ? elsewhere : null
  const drawn = useMemo(
    () => (of === null ? null : { instrument: of, chart: of === instrument ? own : chartOf(of, facts) }),
    [of, instrument, own, facts],
  )
  const findOthers = look.drawn === null ? own.others : null
  const all = useTopic(findOthers === null ? null : { kind: 'markets' })?.instruments
  const others = useMemo(() => findOthers?.(all ?? NONE) ?? NONE, [findOthers, all])
  const line = drawn?.chart.line ?? null
  const lines = useMemo(
    () =>
      line === null ? NONE : [line, ...others.filter(({ asset }) => !leftOut.includes(asset)).slice(0, MOST_OTHERS)],
    [line, others, leftOut],
  )
  const range = chosenRange ?? own.range
  return {
    own,
    look,
    drawn,
    others,
    lines,
    range,
    resolution: resolutionIn(chosenResolution, range, own.life, line?.source.kind ?? 'candles'),
    frame: () => frameOf(range, own.life, clock.now() + (store.read({ kind: 'connection' })?.clockOffsetMs ?? 0)),
  }
}
