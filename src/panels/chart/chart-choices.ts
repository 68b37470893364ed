/** What is chosen in a chart panel, kept with it: each anything but itself is its default. */
import { RESOLUTIONS, type Resolution } from '../../../contract/market.ts'
import { type RangeId, rangeFrom } from '../../markets/chart/index.ts'
import { usePanelOption } from '../../workspace/index.ts'

type Chosen<Value> = readonly [value: Value, choose: (value: Value) => void]

/** Most names that are kept of lines to leave out. */
const MOST_KEPT = 40

const resolutionOf = (kept: unknown): Resolution | null => RESOLUTIONS.find((one) => one === kept) ?? null
const styleOf = (kept: unknown): 'candles' | 'line' => (kept === 'line' ? 'line' : 'candles')
const isOn = (kept: unknown): boolean => kept !== false
const isChosen = (kept: unknown): boolean => kept === true
const textOf = (kept: unknown): string | null => (typeof kept === 'string' ? kept : null)

/** The same list for the same kept value, so that nothing is drawn again. */
const lists = new WeakMap<object, readonly string[]>()
const NONE: readonly string[] = []
function namesOf(kept: unknown): readonly string[] {
  if (!Array.isArray(kept)) return NONE
  const known = lists.get(kept) ?? kept.filter((one) => typeof one === 'string').slice(0, MOST_KEPT)
  lists.set(kept, known)
  return known
}

interface ChartChoices {
  /** Null for the market's own. */
  readonly range: Chosen<RangeId | null>
  /** Length of a candle, s; null for the range's own. */
  readonly resolution: Chosen<Resolution | null>
  readonly style: Chosen<'candles' | 'line'>
  readonly lastLine: Chosen<boolean>
  readonly midLine: Chosen<boolean>
  /** Which of the market's looks; null for its first. */
  readonly look: Chosen<string | null>
  /** Lines of other outcomes that are left out, by asset. */
  readonly leftOut: Chosen<readonly string[]>
  /** Whether the table stands beside the chart. */
  readonly table: Chosen<boolean>
}

export const useChartChoices = (): ChartChoices => ({
  range: usePanelOption('range', rangeFrom),
  resolution: usePanelOption('resolution', resolutionOf),
  style: usePanelOption('chartStyle', styleOf),
  lastLine: usePanelOption('lastLine', isOn),
  midLine: usePanelOption('midLine', isChosen),
  look: usePanelOption('look', textOf),
  leftOut: usePanelOption('leftOut', namesOf),
  table: usePanelOption('table', isChosen),
})
