/**
 * `npm run bench`: all figures in one run, as a table and as JSON (`tools/bench/results/latest.json`, or `--json FILE`). `--only NAME` runs one
 * section, `--seconds N` sets how long each painted-frame figure is measured. A missed target is printed; it never fails a build.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { benchDecode } from '../../electron/feed/testing/bench.ts'
import { benchCheckAndSign } from '../../electron/signing/testing/bench.ts'
import { booksSection } from './books/books.ts'
import { calmSection } from './calm/calm.ts'
import { benchEngine } from './engine.ts'
import { floodSection } from './flood/flood.ts'
import { benchForecast } from './forecast.ts'
import { hoursSection } from './hours/hours.ts'
import { ladderSection } from './ladder/ladder.ts'
import { benchPaint, type PaintResult } from './paint/paint.ts'
import type { PaintFigures } from './paint/probe.ts'
import { paletteSection } from './palette/palette.ts'
import { pastSection } from './past/past.ts'
import { startSection } from './start.ts'
import { tableSection } from './table/table.ts'
import { ms, percent, type Row, row, type Section, tenths, whole } from './table.ts'
import { benchVenue } from './venue/venue.ts'
import { windowsSection } from './windows/section.ts'
import { benchWire } from './wire/wire.ts'
import { yearSection } from './year/section.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    json: { type: 'string' },
    seconds: { type: 'string', default: '6' },
  },
})

const sections: readonly Section[] = [
  {
    name: 'decode',
    async run() {
      const figures = benchDecode()
      return {
        json: figures,
        rows: [
          row('feed: book messages decoded and applied', `${whole(figures.full)}/s`, '100,000/s'),
          row('feed: JSON.parse and the same guards, for comparison', `${whole(figures.jsonParse)}/s`, ''),
        ],
      }
    },
  },
  {
    name: 'forecast',
    async run() {
      const figures = benchForecast()
      return {
        json: figures,
        rows: [
          row('where a bucket may settle, learnt from 14 days', ms(figures.first.days), ''),
          row('the same from 3 days of minutes', ms(figures.first.hours), ''),
          row('the same within the final window', ms(figures.first.window), ''),
          row('the same again, each second', ms(figures.again), 'under 2 ms'),
        ],
      }
    },
  },
  {
    name: 'sign',
    async run() {
      const figures = await benchCheckAndSign()
      return {
        json: figures,
        rows: [
          row('check, sign and recover, p50', ms(figures.p50), 'under 0.5 ms'),
          row('check, sign and recover, p95', ms(figures.p95), ''),
        ],
      }
    },
  },
  {
    name: 'wire',
    async run() {
      const { byHand, backToBack, flush } = await benchWire()
      const sign = await benchCheckAndSign()
      const text = ({ p50, p95 }: { p50: number; p95: number }): string =>
        `p50 ${p50.toFixed(2)}, p95 ${p95.toFixed(2)} ms`
      const step = (figure: string, name: keyof typeof backToBack.steps): Row =>
        row(`  ${figure}`, text(backToBack.steps[name]), '')
      return {
        json: { ...backToBack, byHand, flush },
        rows: [
          row('click to wire, own share', text(backToBack.own), 'p50 under 5 ms, p95 under 10 ms'),
          step('arrived to drafted', 'drafted'),
          step('drafted to checked and journalled', 'journalled'),
          step('journalled to prepare asked for', 'asked'),
          step('wait for prepare, not in the share', 'prepare'),
          step('answered to prepared', 'prepared'),
          step('prepared to verified', 'verified'),
          step('verified to signed and sent', 'sent'),
          step('sent to handed to the network', 'wire'),
          row('  own share, 100 ms apart', text(byHand.own), ''),
          row(
            '  own share, as a multiple of check, sign and recover',
            `p50 ${tenths(backToBack.own.p50 / sign.p50)}, p95 ${tenths(backToBack.own.p95 / sign.p50)} × ${ms(sign.p50)}`,
            'p50 8 ×, p95 12 × or less',
          ),
          row('  one flush of the drive, the floor', text(flush), ''),
        ],
      }
    },
  },
  {
    name: 'engine',
    async run() {
      const figures = benchEngine()
      return {
        json: figures,
        rows: [
          row('engine: orders with the ledger behind them', `${whole(figures.ordersPerSecond)}/s`, '20,000/s'),
          row('engine: the same through decimal text', `${whole(figures.textOrdersPerSecond)}/s`, ''),
          row('practice venue: one simulated hour', ms(figures.simulatedHourMs), ''),
        ],
      }
    },
  },
  {
    name: 'venue',
    async run() {
      const figures = await benchVenue()
      return {
        json: figures,
        rows: [
          row('venue: signatures recovered on one core', `${whole(figures.recoveriesPerSecond)}/s`, ''),
          row('venue: signed submissions end to end', `${whole(figures.submissionsPerSecond)}/s`, '80 % of it'),
          row(
            'venue: share of what recovery allows, by processor time',
            percent(figures.submissionsCpuPercent),
            '80 %',
          ),
          row('venue: event-loop delay p99, 50 subscribers × 20 coins', ms(figures.feedDelayP99Ms), 'under 20 ms'),
          row('venue: heap after each day of a simulated week', figures.weekHeapMb.map(whole).join(' '), 'flat, MB'),
        ],
      }
    },
  },
  startSection,
  {
    name: 'paint',
    async run() {
      const { rates, idle } = await benchPaint(Number(values.seconds))
      return {
        json: rates,
        more: { paint_idle: idle },
        rows: [
          ...rates.flatMap(paintRows),
          row('main thread with no book at all', `${percent(idle.busyPercent)} busy`, ''),
          row('  with the probe that measures paints', `${percent(idle.busyWithProbePercent)} busy`, ''),
        ],
      }
    },
  },
  tableSection(Number(values.seconds)),
  ladderSection(Number(values.seconds)),
  paletteSection,
  windowsSection(Number(values.seconds)),
  calmSection(Number(values.seconds)),
  hoursSection,
  yearSection,
  pastSection,
  booksSection,
  floodSection,
]

function paintRows({ rate, terminal, floor }: PaintResult): Row[] {
  const text = (figures: PaintFigures): string =>
    [
      `p50 ${figures.p50.toFixed(1)}`,
      `p95 ${figures.p95.toFixed(1)}`,
      `p99 ${figures.p99.toFixed(1)} ms`,
      `${figures.paintsPerSecond.toFixed(0)} paints/s`,
      `${figures.busyPercent.toFixed(0)} % busy`,
    ].join(', ')
  const aim = rate >= 2000 ? 'p95 under 16 ms, under 30 % busy' : ''
  return [
    row(`socket to painted frame at ${whole(rate)}/s`, text(terminal), aim),
    row('  floor: plain elements, same run', text(floor), ''),
  ]
}

function print(rows: readonly Row[]): void {
  const width = (pick: (row: Row) => string): number => Math.max(...rows.map((each) => pick(each).length))
  const [first, second] = [width((each) => each.figure), width((each) => each.measured)]
  for (const { figure, measured, aim } of rows) {
    process.stdout.write(`${figure.padEnd(first)}  ${measured.padEnd(second)}  ${aim}\n`)
  }
}

const wanted =
  values.only === undefined
    ? sections.filter(({ byName }) => byName !== true)
    : sections.filter(({ name }) => name === values.only)
if (wanted.length === 0) {
  process.stderr.write(`--only takes one of: ${sections.map(({ name }) => name).join(', ')}\n`)
  process.exit(2)
}
const rows: Row[] = [row('figure', 'measured', 'aim')]
const results: Record<string, unknown> = {
  at: new Date().toISOString(),
  machine: { cores: cpus().length, model: cpus()[0]?.model ?? 'unknown', load: loadavg()[0] },
}
for (const section of wanted) {
  process.stderr.write(`${section.name} …\n`)
  const { rows: measured, json, more } = await section.run()
  rows.push(...measured)
  results[section.name] = json
  Object.assign(results, more)
}
print(rows)
const file = resolve(values.json ?? join(import.meta.dirname, 'results', 'latest.json'))
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
process.stdout.write(`written to ${file}\n`)
process.exit(0)
