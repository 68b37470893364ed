/** Socket to painted frame: the terminal and the floor, one after the other at each rate, in the same browser program and the same run. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { root, runNode } from '../e2e/support/processes.ts'
import { launch } from '../e2e/support/terminal.ts'
import { measurePaints, type PaintFigures } from './probe.ts'

export const RATES = [100, 500, 2000, 10_000] as const

export interface PaintResult {
  readonly rate: number
  readonly terminal: PaintFigures
  readonly floor: PaintFigures
}

/** Chromium's switches, the same as the development host's where they matter for painting. */
const SWITCHES = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
]

/** @param seconds how long each figure is measured for, after as long a warm-up as the browser needs. */
export async function benchPaint(seconds: number): Promise<PaintResult[]> {
  const sender = runNode([join(root, 'bench', 'sender.ts')])
  const [line] = await sender.says(/^\{.*\}$/m, 'stdout')
  const { url } = JSON.parse(line) as { url: string }
  const setRate = (rate: number) => fetch(`${url}/rate`, { method: 'POST', body: JSON.stringify({ rate }) })

  const profile = join(mkdtempSync(join(tmpdir(), 'isotherm-bench-')), 'profile.json')
  writeFileSync(profile, JSON.stringify({ name: 'bench', baseUrl: url, network: 'practice' }))

  const results = new Map<number, Partial<{ terminal: PaintFigures; floor: PaintFigures }>>(
    RATES.map((rate) => [rate, {}]),
  )
  try {
    const terminal = await launch({ profile })
    try {
      await setRate(RATES[0])
      const stamp = '[data-book] [data-side="bid"][data-level="0"] [data-cell="size"]'
      await terminal.page.locator(stamp).first().waitFor({ state: 'attached' })
      for (const rate of RATES) {
        await setRate(rate)
        await terminal.page.waitForTimeout(2000)
        results.set(rate, { ...results.get(rate), terminal: await measurePaints(terminal.page, stamp, seconds) })
      }
    } finally {
      await terminal.quit()
    }
    const executablePath = process.env.ISOTHERM_CHROMIUM ?? '/usr/bin/chromium'
    const browser = await chromium.launch({ executablePath, args: SWITCHES })
    try {
      const page = await browser.newPage({ viewport: { width: 1600, height: 960 } })
      await page.goto(`${url}/floor`)
      for (const rate of RATES) {
        await setRate(rate)
        await page.waitForTimeout(2000)
        results.set(rate, {
          ...results.get(rate),
          floor: await measurePaints(page, '#row-20 span:nth-child(2)', seconds),
        })
      }
    } finally {
      await browser.close()
    }
  } finally {
    await sender.stop()
  }
  return RATES.map((rate) => ({ rate, ...(results.get(rate) as { terminal: PaintFigures; floor: PaintFigures }) }))
}
