/** How the chosen side's probability went: its history, read once a minute, and where it stands now, drawn by the chart library. */
import { createChart, type IChartApi, type ISeriesApi, LineSeries, type UTCTimestamp } from 'lightweight-charts'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Price } from '../../../contract/decimal.ts'
import type { PricePoint } from '../../../contract/outcome.ts'
import {
  fixedOptions,
  formatOptions,
  readColours,
  textSize,
  themeOptions,
  useThemeColours,
} from '../../charting/index.ts'
import { useFormat } from '../../format/index.ts'
import { useServerClock } from '../../market-data/index.ts'
import { percentOf, sideName } from '../../markets/outcome/index.ts'
import { ReadStates, usePriceHistory } from '../../queries/index.ts'
import { usePanelVisible, useTextScale } from '../../ui/index.ts'
import { useChance } from './chance.tsx'
import { createLivePoint } from './live-point.ts'
import type { MarketProps } from './market-props.ts'
import styles from './outcomes.module.css'

export function HistoryLine({ market, side }: MarketProps): ReactNode {
  const visible = usePanelVisible()
  const coins = useMemo(
    () => (visible ? market.sides.map(({ coin }) => coin).slice(0, 20) : []),
    [visible, market.sides],
  )
  const history = usePriceHistory(coins)
  return (
    <section className={styles.history} aria-label={`Price history of ${sideName(market, side)}`}>
      <ReadStates
        read={history}
        what="Price history"
        skeletonRows={6}
        isEmpty={(read) => (read[side.coin]?.length ?? 0) === 0}
        empty="There is no price history of this side yet."
      >
        {(read) => (
          <Line
            key={side.coin}
            coin={side.coin}
            points={read[side.coin] ?? []}
            name={sideName(market, side)}
            tickSize={market.tickSize}
          />
        )}
      </ReadStates>
    </section>
  )
}

// Prices become floats here and nowhere else: the library draws with them, and nothing comes back out of it.
const pointsOf = (points: readonly PricePoint[]): { time: UTCTimestamp; value: number }[] => {
  const bySecond = new Map<number, number>()
  for (const { time, price } of points) bySecond.set(Math.floor(time / 1000), Number(price) * 100)
  return [...bySecond].sort(([a], [b]) => a - b).map(([time, value]) => ({ time: time as UTCTimestamp, value }))
}

interface LineProps {
  readonly coin: string
  readonly points: readonly PricePoint[]
  readonly name: string
  readonly tickSize: Price | null
}

function Line({ coin, points, name, tickSize }: LineProps): ReactNode {
  const live = useChance(coin)
  const minute = useServerClock(60_000)
  const wrapper = useRef<HTMLDivElement>(null)
  const chart = useRef<{ readonly api: IChartApi; readonly series: ISeriesApi<'Line'> } | null>(null)
  const [end] = useState(createLivePoint)
  useEffect(() => {
    const element = wrapper.current
    if (element === null) return
    const colours = readColours()
    const fixed = fixedOptions()
    const api = createChart(element, {
      ...fixed,
      ...themeOptions(colours),
      layout: { ...fixed.layout, ...themeOptions(colours).layout },
      leftPriceScale: { visible: false },
      timeScale: { ...fixed.timeScale, rightOffset: 1, minBarSpacing: 0.1 },
      handleScroll: false,
      handleScale: false,
    })
    const series = api.addSeries(LineSeries, {
      color: colours.done,
      lineWidth: 2,
      priceLineVisible: false,
      crosshairMarkerRadius: 3,
      // The scale leaves room above and below: what is no probability goes without a label.
      priceFormat: {
        type: 'custom',
        minMove: 0.1,
        formatter: (value: number) => (value < 0 || value > 100 ? '' : `${value.toFixed(1)} %`),
      },
    })
    chart.current = { api, series }
    return () => {
      api.remove()
      chart.current = null
    }
  }, [])
  useThemeColours(usePanelVisible(), (colours) => {
    chart.current?.api.applyOptions(themeOptions(colours))
    chart.current?.series.applyOptions({ color: colours.done })
  })
  const scale = useTextScale()
  useEffect(() => chart.current?.api.applyOptions({ layout: { fontSize: textSize(scale) } }), [scale])
  const format = useFormat()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another format is what makes the texts others
  useEffect(() => chart.current?.api.applyOptions(formatOptions()), [format])
  useEffect(() => {
    chart.current?.series.setData(pointsOf(points))
    end.restart()
    chart.current?.api.timeScale().fitContent()
  }, [points, end])
  const last = points.at(-1)
  useEffect(() => {
    if (live === null || last === undefined) return
    const time = end.at(minute, last.time) as UTCTimestamp
    chart.current?.series.update({ time, value: Number(live) * 100 })
  }, [live, last, minute, end])
  const newest = live ?? last?.price ?? null
  const words = newest === null ? '' : `, last ${percentOf(newest, tickSize)} %`
  return (
    <div
      ref={wrapper}
      className={styles.line}
      role="img"
      aria-label={`Probability of ${name} over time, ${points.length} points${words}`}
    />
  )
}
