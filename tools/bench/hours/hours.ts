/**
 * Eight hours of the practice market in fast motion, with six windows: memory of each process after the first hour and after the eighth. The venue
 * runs in its own process, with its clock at `SPEED` times the machine's, so that four buckets are traded and settled meanwhile.
 */
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root, runNode } from '../../../e2e/support/processes.ts'
import { writeProfile } from '../../../e2e/support/profile.ts'
import { launch } from '../../../e2e/support/terminal.ts'
import { INSPECTED, type Inspected, inspect } from '../machine/inspected.ts'
import { type ProcessNow, processesOf } from '../machine/processes.ts'
import { row, type Section, tenths } from '../table.ts'

const AT = '2026-03-04T13:10:00Z'
const SPEED = 60
const HOURS = 8
const WINDOWS = 6
const HOUR_MS = 3_600_000

interface HourResult {
  readonly hour: number
  readonly processes: readonly ProcessNow[]
  /** Main's heap in use after a collection, MB. */
  readonly mainHeapMb: number
  /** The same for all pages together. */
  readonly pagesHeapMb: number
}

async function benchHours(): Promise<readonly HourResult[]> {
  const flags = ['--port', '0', '--at', AT, '--seed', 'isotherm', '--speed', String(SPEED)]
  const venue = runNode([join(root, 'venue', 'cli.ts'), ...flags])
  try {
    const [line] = await venue.says(/^\{.*\}$/m, 'stdout')
    const { url } = JSON.parse(line) as { url: string }
    const terminal = await launch({ profile: writeProfile(url), env: INSPECTED })
    let main: Inspected | null = null
    try {
      main = await inspect(terminal.output())
      while (terminal.pages().length < WINDOWS) {
        const opening = terminal.nextPage()
        await terminal.page.getByRole('button', { name: /New window/ }).click()
        await opening
      }
      const from = performance.now()
      const hours: HourResult[] = []
      for (let hour = 1; hour <= HOURS; hour += 1) {
        const until = from + (hour * HOUR_MS) / SPEED
        await terminal.page.waitForTimeout(Math.max(0, until - performance.now()))
        const pagesHeapMb = sum(await Promise.all(terminal.pages().map(heapMbOf)))
        const mainHeapMb = await main.heapMb()
        hours.push({ hour, processes: processesOf(terminal.pid), mainHeapMb, pagesHeapMb })
        process.stderr.write(`hour ${hour} of ${HOURS}, load ${tenths(loadavg()[0] ?? Number.NaN)}\n`)
      }
      return hours
    } finally {
      // Node does not exit while an inspector is connected.
      main?.close()
      await terminal.quit()
    }
  } finally {
    await venue.stop()
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0)

/** A page's heap in use after a collection, MB. */
async function heapMbOf(page: Page): Promise<number> {
  const client = await page.context().newCDPSession(page)
  try {
    await page.requestGC()
    return (await client.send('Runtime.getHeapUsage')).usedSize / 1024 / 1024
  } finally {
    await client.detach()
  }
}

export const hoursSection: Section = {
  name: 'hours',
  byName: true,
  async run() {
    const hours = await benchHours()
    const [first, last] = [hours[0], hours.at(-1)]
    const rows = (last?.processes ?? []).flatMap(({ pid, role, privateMb }) => {
      const was = first?.processes.find((each) => each.pid === pid)?.privateMb
      if (was === undefined) return []
      const share = `${((privateMb / was) * 100).toFixed(0)} %`
      return [row(`  ${role}`, `${tenths(was)} MB, then ${tenths(privateMb)} MB: ${share}`, '105 % or less')]
    })
    return {
      json: hours,
      rows: [
        row(`private memory in hour 1 and hour ${HOURS}, ${WINDOWS} windows`, `venue at ${SPEED} times the clock`),
        ...rows,
        row('  main, heap in use', `${tenths(first?.mainHeapMb ?? 0)} MB, then ${tenths(last?.mainHeapMb ?? 0)} MB`),
        row('  pages, heap in use', `${tenths(first?.pagesHeapMb ?? 0)} MB, then ${tenths(last?.pagesHeapMb ?? 0)} MB`),
      ],
    }
  },
}
