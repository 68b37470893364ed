/**
 * Draws an hour of the scalar market at `--speed 60`: `docs/pictures/hour-at-speed-60.png`. Takes the same steps of venue time as the running venue
 * at that speed, so that the picture shows what a trader sees.
 *
 * Run manually: `node tools/bench/venue/picture.ts [file]`.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { createVenueCore } from '../../../venue/core/index.ts'
import type { PublicTradeInfo } from '../../../venue/market/index.ts'

const FROM = Date.UTC(2026, 6, 1, 13, 2)
const HOUR = 3_600_000
/** The venue steps every 20 ms; at speed 60 that is 1.2 s of venue time. */
const STEP = 1200

interface Sample {
  time: number
  mark: number
  bid: number | null
  ask: number | null
}

function anHour(): { samples: Sample[]; trades: PublicTradeInfo[]; close: number } {
  const core = createVenueCore({ seed: 'isotherm', startTime: FROM - HOUR })
  core.advanceTo(FROM - 60_000)
  for (let time = FROM - 60_000; time < FROM; time += STEP) core.advanceTo(time)
  const samples: Sample[] = []
  const trades: PublicTradeInfo[] = []
  core.on((event) => {
    if (event.kind === 'trade') trades.push(event.trade)
  })
  let close = FROM + HOUR
  let asset = core.bucket().current?.asset ?? 'NYCTMP1'
  for (let time = FROM; time <= FROM + HOUR; time += STEP) {
    core.advanceTo(time)
    const live = core.bucket().current
    if (live !== null && live.asset !== asset) asset = live.asset
    if (live === null) close = Math.min(close, time)
    const { mark, bid, ask } = core.ticker(asset)
    samples.push({
      time,
      mark: Number(mark),
      bid: bid === null ? null : Number(bid),
      ask: ask === null ? null : Number(ask),
    })
  }
  return { samples, trades, close }
}

const WIDTH = 1400
const HEIGHT = 860
const LEFT = 70
const RIGHT = 1380
/** Top and bottom of the three panels. */
const PRICE = [70, 560] as const
const SPREAD = [600, 690] as const
const VOLUME = [730, 820] as const

function svgOf({ samples, trades, close }: ReturnType<typeof anHour>): string {
  const x = (time: number) => LEFT + ((time - FROM) / HOUR) * (RIGHT - LEFT)
  const prices = [...samples.map(({ mark }) => mark), ...trades.map(({ px }) => Number(px))]
  const [low, high] = [Math.min(...prices) - 0.05, Math.max(...prices) + 0.05]
  const y = scale(low, high, PRICE)
  const spreads = samples.map(({ bid, ask }) => (bid === null || ask === null ? null : ask - bid))
  const widest = Math.max(...spreads.filter((each) => each !== null)) * 1.1
  const ySpread = scale(0, widest, SPREAD)
  const minutes = Array.from({ length: 60 }, (_, i) => volumeOf(trades, FROM + i * 60_000))
  const most = Math.max(...minutes.map(({ buys, sells }) => buys + sells))
  const yVolume = scale(0, most, VOLUME)
  const line = (points: (readonly [number, number] | null)[]): string =>
    points.reduce(
      (path, point, i) =>
        point === null
          ? path
          : `${path}${i === 0 || points[i - 1] === null ? 'M' : 'L'}${point.map((n) => n.toFixed(1)).join(' ')}`,
      '',
    )
  const path = (points: (readonly [number, number] | null)[], style: string) =>
    `<path d="${line(points)}" fill="none" ${style}/>`
  const text = (tx: number, ty: number, text: string, anchor = 'start', fill = '#8b98a9') =>
    `<text x="${tx}" y="${ty}" text-anchor="${anchor}" fill="${fill}">${text}</text>`
  const rows = (
    range: readonly [number, number],
    of: (value: number) => number,
    step: number,
    from: number,
    to: number,
    places: number,
  ) =>
    `${Array.from(
      { length: Math.floor(to / step) - Math.ceil(from / step) + 1 },
      (_, i) => (Math.ceil(from / step) + i) * step,
    )
      .map(
        (value) =>
          `<line x1="${LEFT}" x2="${RIGHT}" y1="${of(value)}" y2="${of(value)}" stroke="#1d2632"/>${text(LEFT - 8, of(value) + 4, value.toFixed(places), 'end')}`,
      )
      .join('')}<line x1="${LEFT}" x2="${RIGHT}" y1="${range[1]}" y2="${range[1]}" stroke="#2b3747"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="Inter, sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#0c1118"/>
${text(LEFT, 32, 'An hour of the scalar market at --speed 60', 'start', '#e6edf5').replace('<text', '<text font-size="18" font-weight="600"')}
${text(LEFT, 52, 'Mark (amber), best bid and ask (band), trades (dots: green bought, red sold; area is size). Venue time, UTC; the bucket closes at 14:00, and its price runs ahead of a warming day.')}
${rows(PRICE, y, 0.2, low, high, 2)}${rows(SPREAD, ySpread, niceStep(widest), 0, widest, 2)}${rows(VOLUME, yVolume, niceStep(most), 0, most, 0)}
${Array.from({ length: 7 }, (_, i) => FROM + i * 600_000)
  .map(
    (time) =>
      `<line x1="${x(time)}" x2="${x(time)}" y1="${PRICE[0]}" y2="${VOLUME[1]}" stroke="#151c26"/>${text(x(time), HEIGHT - 20, new Date(time).toISOString().slice(11, 16), 'middle')}`,
  )
  .join('')}
<line x1="${x(close)}" x2="${x(close)}" y1="${PRICE[0]}" y2="${VOLUME[1]}" stroke="#8b98a9" stroke-dasharray="3 4"/>${text(x(close) - 6, PRICE[0] + 14, 'close, hand-over', 'end')}
${path(
  samples.map(({ time, bid }) => (bid === null ? null : ([x(time), y(bid)] as const))),
  'stroke="#2f6f5a" stroke-width="1"',
)}
${path(
  samples.map(({ time, ask }) => (ask === null ? null : ([x(time), y(ask)] as const))),
  'stroke="#7b3b43" stroke-width="1"',
)}
${trades.map(({ time, px, sz, side }) => `<circle cx="${x(time).toFixed(1)}" cy="${y(Number(px)).toFixed(1)}" r="${Math.min(7, 0.6 * Math.sqrt(Number(sz)) + 0.6).toFixed(1)}" fill="${side === 'B' ? '#37b58a' : '#e0616c'}" fill-opacity="0.55"/>`).join('')}
${path(
  samples.map(({ time, mark }) => [x(time), y(mark)] as const),
  'stroke="#f0b35a" stroke-width="1.6"',
)}
${text(LEFT, SPREAD[0] - 8, 'Spread')}${path(
  spreads.map((spread, i) => (spread === null ? null : ([x(samples[i]?.time ?? 0), ySpread(spread)] as const))),
  'stroke="#7aa2d6" stroke-width="1"',
)}
${text(LEFT, VOLUME[0] - 8, 'Contracts a minute')}
${minutes.map(({ buys, sells }, i) => bars(x(FROM + i * 60_000) + 2, (RIGHT - LEFT) / 60 - 4, buys, sells, yVolume)).join('')}
</svg>`
}

const scale =
  (low: number, high: number, [top, bottom]: readonly [number, number]) =>
  (value: number): number =>
    bottom - ((value - low) / (high - low)) * (bottom - top)

const niceStep = (most: number): number => {
  const power = 10 ** Math.floor(Math.log10(most / 2))
  return power * ([1, 2, 5, 10].find((factor) => most / (factor * power) <= 4) ?? 10)
}

function volumeOf(trades: readonly PublicTradeInfo[], from: number): { buys: number; sells: number } {
  const own = trades.filter(({ time }) => time >= from && time < from + 60_000)
  const sum = (wanted: 'B' | 'A') => own.reduce((all, { side, sz }) => (side === wanted ? all + Number(sz) : all), 0)
  return { buys: sum('B'), sells: sum('A') }
}

const bars = (x: number, width: number, buys: number, sells: number, y: (value: number) => number): string =>
  `<rect x="${x}" width="${width}" y="${y(buys)}" height="${y(0) - y(buys)}" fill="#37b58a" fill-opacity="0.7"/><rect x="${x}" width="${width}" y="${y(buys + sells)}" height="${y(buys) - y(buys + sells)}" fill="#e0616c" fill-opacity="0.7"/>`

const file = process.argv[2] ?? fileURLToPath(new URL('../../../docs/pictures/hour-at-speed-60.png', import.meta.url))
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync)
const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(executablePath === undefined ? {} : { executablePath }),
})
const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
await page.setContent(`<body style="margin:0">${svgOf(anHour())}`)
await page.screenshot({ path: file })
await browser.close()
