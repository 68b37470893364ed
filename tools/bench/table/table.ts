/** Tables of 10,000 rows and more: cost of a frame while scrolling, and delays of the filter and of sorting. */
import { mkdtempSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { findChromium } from '../../chromium-host/index.ts'
import { percentile } from '../paint/probe.ts'
import { WINDOW } from '../paint/window.ts'
import { type Measured, row, type Section, tenths } from '../table.ts'
import type { Frames } from './page/measure.ts'

/** Of measured times, ms. */
interface Spread {
  readonly p50: number
  readonly p95: number
  readonly longest: number
}

interface TableFigures {
  readonly scroll: ScrollFigures
  /** One page per frame: almost every row is new in each frame. */
  readonly scrollPages: ScrollFigures
  /** The same while every row changes its price in every frame. */
  readonly scrollLive: ScrollFigures
  readonly scrollGrouped: ScrollFigures
  /** 100,000 paged records. `growing`: scrolling at the end while pages arrive. The others: all pages are loaded. */
  readonly paged: {
    readonly growing: ScrollFigures
    readonly wheel: ScrollFigures
    readonly page: ScrollFigures
    readonly dragged: ScrollFigures
  }
  /** From a key in the filter to the frame with its rows, ms. */
  readonly filter: Spread
  /** From a click on a header to the frame with the sorted rows, ms. */
  readonly sort: Spread
}

interface ScrollFigures {
  /** Processor time of the main thread per frame, ms on average: not affected by other programs. */
  readonly processor: number
  /** Main-thread time of a frame, and time from one frame to the next. */
  readonly work: Spread
  readonly between: Spread
}

/** Scroll distance per frame, px: one turn of the wheel, and one page. */
const [WHEEL, PAGE] = [120, 900]
/** Scroll distance per frame, px, when the scroll bar is dragged through 100,000 rows in about four seconds. */
const DRAG = 9_000

/** Text typed into the filter, one key at a time; every key changes the rows. */
const TYPED = ['new york 54', 'chicago high', 'binary 61.0']

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

const spreadOf = (values: readonly number[]): Spread => ({
  p50: percentile(values, 0.5),
  p95: percentile(values, 0.95),
  longest: Math.max(...values),
})

/** Serves the built page on loopback. */
async function serve(folder: string): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    const path = request.url === '/' || request.url === undefined ? '/index.html' : request.url
    readFile(join(folder, path)).then(
      (body) => response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream').end(body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the page has no address')
  return { url: `http://127.0.0.1:${address.port}/`, server }
}

async function scrolling(page: Page, seconds: number, live: boolean, step = WHEEL): Promise<ScrollFigures> {
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async (): Promise<number> => {
    const { metrics } = await client.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
  const before = await busy()
  const { work, between } = (await page.evaluate(`scrolled(${seconds * 1000}, ${step}, ${live})`)) as Frames
  const processor = ((await busy()) - before) / work.length
  await client.detach()
  return { processor, work: spreadOf(work), between: spreadOf(between) }
}

async function scrollingPaged(page: Page, seconds: number): Promise<TableFigures['paged']> {
  // So close to the end that every turn of the wheel needs a new page.
  await page.evaluate('readTo(95000)')
  await page.evaluate("document.querySelector('table').parentElement.scrollTop = 2_000_000")
  const growing = await scrolling(page, seconds, false)
  await page.evaluate('readTo(100000)')
  await page.evaluate("document.querySelector('table').parentElement.scrollTop = 0")
  const wheel = await scrolling(page, seconds, false)
  const byPage = await scrolling(page, seconds, false, PAGE)
  const dragged = await scrolling(page, seconds, false, DRAG)
  return { growing, wheel, page: byPage, dragged }
}

const keyDelays = async (page: Page): Promise<Spread> =>
  spreadOf((await page.evaluate('keysTimed()')) as readonly number[])

async function filtering(page: Page): Promise<Spread> {
  await page.getByRole('row').nth(1).focus()
  await page.keyboard.press('/')
  await page.getByRole('searchbox', { name: 'Filter Markets' }).waitFor()
  await page.evaluate('keysTimed()')
  for (const text of TYPED) {
    await page.keyboard.type(text, { delay: 60 })
    for (let left = text.length; left > 0; left -= 1) await page.keyboard.press('Backspace', { delay: 60 })
  }
  const figures = await keyDelays(page)
  await page.keyboard.press('Escape')
  return figures
}

async function sorting(page: Page): Promise<Spread> {
  const heads = page.getByRole('columnheader')
  await page.evaluate('keysTimed()')
  for (const name of ['Market', 'Price', 'Volume']) {
    await heads.getByRole('button', { name }).focus()
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Enter', { delay: 60 })
  }
  return keyDelays(page)
}

/** @param seconds measured time of each kind of scrolling */
async function benchTable(seconds: number): Promise<TableFigures> {
  const found = findChromium(process.env)
  if ('problem' in found) throw new Error(found.problem)
  const outDir = mkdtempSync(join(tmpdir(), 'isotherm-table-'))
  const root = join(import.meta.dirname, 'page')
  await build({ root, base: './', configFile: false, logLevel: 'error', plugins: [react()], build: { outDir } })
  const { url, server } = await serve(outDir)
  const browser = await chromium.launch({ executablePath: found.path, chromiumSandbox: process.getuid?.() !== 0 })
  try {
    const page = await browser.newPage({ viewport: WINDOW })
    const broken = new Promise<never>((_resolve, reject) => page.once('pageerror', reject))
    await page.goto(url)
    await Promise.race([page.getByRole('grid', { name: 'Markets' }).waitFor(), broken])
    // Warm-up, not measured: compiles the code.
    await scrolling(page, Math.min(2, seconds), true)
    const scroll = await scrolling(page, seconds, false)
    const scrollPages = await scrolling(page, seconds, false, PAGE)
    const scrollLive = await scrolling(page, seconds, true)
    const filter = await filtering(page)
    const sort = await sorting(page)
    await page.evaluate('group(true)')
    await page.getByRole('treegrid', { name: 'Markets' }).waitFor()
    const scrollGrouped = await scrolling(page, seconds, false)
    await page.evaluate('group(false)')
    const paged = await scrollingPaged(page, seconds)
    return { scroll, scrollPages, scrollLive, scrollGrouped, paged, filter, sort }
  } finally {
    await browser.close()
    server.close()
  }
}

const frame = ({ work, processor }: ScrollFigures): string => `${text(work)}, processor ${tenths(processor)} ms`

const text = ({ p50, p95, longest }: Spread): string =>
  `p50 ${tenths(p50)}, p95 ${tenths(p95)}, longest ${tenths(longest)} ms`

export const tableSection = (seconds: number): Section => ({
  name: 'table',
  async run(): Promise<Measured> {
    const figures = await benchTable(seconds)
    return {
      json: figures,
      rows: [
        row('table of 10,000 rows: work of a frame of scrolling', frame(figures.scroll), 'p95 16 ms at most'),
        row('  from frame to frame', text(figures.scroll.between)),
        row('  work of a frame of a page', frame(figures.scrollPages)),
        row('  work while every price changes in every frame', frame(figures.scrollLive), 'p95 16 ms at most'),
        row('  work with groups', frame(figures.scrollGrouped), 'p95 16 ms at most'),
        row('100,000 rows in pages: work of a frame of scrolling', frame(figures.paged.wheel), 'p95 16 ms at most'),
        row('  work while pages come in at the end', frame(figures.paged.growing)),
        row('  work of a frame of a page', frame(figures.paged.page)),
        row('  work while the bar is dragged', frame(figures.paged.dragged)),
        row('  from a key of the filter to its rows', text(figures.filter), '50 ms at most'),
        row('  from a press on a head to the order', text(figures.sort)),
      ],
    }
  },
})
