/** Cost of a settlement forecast in a window: once for a new past, and each second after it. */
import { Forecaster, pathOf, USUAL_ASSUMPTIONS } from '../../contract/settlement/index.ts'
import { Oracle } from '../../venue/oracle.ts'

export interface ForecastFigures {
  /** Milliseconds, median: the first forecast of a stretch of the past. */
  readonly first: { readonly days: number; readonly hours: number; readonly window: number }
  /** Milliseconds, mean: one more of the same stretch. */
  readonly again: number
}

const RUNS = 15
const REPEATS = 10_000

export function benchForecast(): ForecastFigures {
  const oracle = new Oracle('bench')
  const end = Date.UTC(2026, 2, 4, 14) / 1000
  const path = (step: number, count: number) =>
    pathOf(
      (end - count * step) * 1000,
      step * 1000,
      Float64Array.from({ length: count + 1 }, (_, i) => oracle.markTicks(end - (count - i) * step) / 100),
    )
  const history = { days: path(300, 14 * 288), hours: path(60, 72 * 60), minutes: path(1, 5000) }
  const at = (seconds: number) => ({
    ...{ now: end * 1000, end: (end + seconds) * 1000, window: 120_000, mark: oracle.markTicks(end) / 100 },
    soFar: seconds < 120 ? 560 : null,
  })
  const first = (seconds: number): number => {
    const took = Array.from({ length: RUNS }, () => {
      const forecaster = new Forecaster(history)
      const began = performance.now()
      forecaster.forecast(at(seconds), USUAL_ASSUMPTIONS)
      return performance.now() - began
    })
    return took.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0
  }
  const figures = { days: first(3450), hours: first(450), window: first(50.5) }
  const forecaster = new Forecaster(history)
  forecaster.forecast(at(3450), USUAL_ASSUMPTIONS)
  const began = performance.now()
  for (let i = 0; i < REPEATS; i++) forecaster.forecast(at(3450), USUAL_ASSUMPTIONS)
  return { first: figures, again: (performance.now() - began) / REPEATS }
}
