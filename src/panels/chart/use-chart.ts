/** What the chart shows of its panel's market, as determined by the market's family: prices, time range and candle length. */

import { useMemo, useRef } from 'react'
import type { Instrument } from '../../../contract/instrument.ts'
import { RESOLUTIONS, type Resolution } from '../../../contract/market.ts'
import { useMarketData, useServerClock, useTopic } from '../../market-data/index.ts'
import { frameOf, rangeFrom, resolutionIn } from '../../markets/chart/index.ts'
import { chartOf } from '../../markets/family/index.ts'
import { usePanelOption } from '../../workspace/index.ts'
import { MAX_OTHERS } from './line-set.ts'

/** Maximum number of saved names of hidden lines. */
const MAX_KEPT = 40

const resolutionOf = (kept: unknown): Resolution | null => RESOLUTIONS.find((one) => one === kept) ?? null
const styleOf = (kept: unknown): 'candles' | 'line' => (kept === 'line' ? 'line' : 'candles')
const isOn = (kept: unknown): boolean => kept !== false
const isChosen = (kept: unknown): boolean => kept === true
const textOf = (kept: unknown): string | null => (typeof kept === 'string' ? kept : null)

/** The same list for the same saved value, so that nothing is redrawn. */
const lists = new WeakMap<object, readonly string[]>()
const NO_NAMES: readonly string[] = []
function namesOf(kept: unknown): readonly string[] {
  if (!Array.isArray(kept)) return NO_NAMES
  const known = lists.get(kept) ?? kept.filter((one) => typeof one === 'string').slice(0, MAX_KEPT)
  lists.set(kept, known)
  return known
}

/** The saved choices of a chart panel: an invalid value falls back to its default. */
export const useChartChoices = () => ({
  /** Null for the market's default. */
  range: usePanelOption('range', rangeFrom),
  /** Length of a candle, s; null for the range's default. */
  resolution: usePanelOption('resolution', resolutionOf),
  style: usePanelOption('chartStyle', styleOf),
  lastLine: usePanelOption('lastLine', isOn),
  midLine: usePanelOption('midLine', isChosen),
  /** Readings of the station, and its forecasts. */
  readings: usePanelOption('readings', isOn),
  forecast: usePanelOption('forecast', isOn),
  /** The chosen look of the market; null for its first. */
  look: usePanelOption('look', textOf),
  /** Hidden lines of other outcomes, by asset. */
  leftOut: usePanelOption('leftOut', namesOf),
  /** Whether the table is shown beside the chart. */
  table: usePanelOption('table', isChosen),
})

const NONE: readonly never[] = []

export function useChart(instrument: Instrument, choices: ReturnType<typeof useChartChoices>) {
  const [chosenRange] = choices.range
  const [chosenResolution] = choices.resolution
  const [chosenLook] = choices.look
  const [leftOut] = choices.leftOut
  const { clock, store } = useMarketData()
  const minute = useServerClock(60_000)
  // The initial range depends on the time at which the market was opened here: it must not change during use.
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
      line === null ? NONE : [line, ...others.filter(({ asset }) => !leftOut.includes(asset)).slice(0, MAX_OTHERS)],
    [line, others, leftOut],
  )
  const range = chosenRange ?? own.range
  return {
    own,
    look,
    /** The market whose prices are drawn, and its chart; null until it is known. */
    drawn,
    /** All lines that could be shown besides the market's own. */
    others,
    /** The visible lines, the market's own first. */
    lines,
    range,
    resolution: resolutionIn(chosenResolution, range, own.life, line?.source.kind ?? 'candles'),
    frame: () => frameOf(range, own.life, clock.now() + (store.read({ kind: 'connection' })?.clockOffsetMs ?? 0)),
  }
}
