/** Socket to painted frame: the terminal at each rate and then the floor at each rate, in the same browser program and the same run. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, runNode } from '../../e2e/support/processes.ts'
import { launch } from '../../e2e/support/terminal.ts'
import { openFloor } from './floor-browser.ts'
import { measureBusy, measurePaints, type PaintFigures } from './probe.ts'
import { WINDOW } from './window.ts'

const RATES = [100, 500, 2000, 10_000] as const

export interface PaintResult {
  readonly rate: number
  readonly terminal: PaintFigures
  readonly floor: PaintFigures
}

/** What the terminal's page costs while no book comes: by itself, and with the probe that measures paints. */
interface IdleFigures {
  readonly busyPercent: number
  readonly busyWithProbePercent: number
}

/** @param seconds how long each figure is measured for, after as long a warm-up as the browser needs. */
export async function benchPaint(
  seconds: number,
): Promise<{ readonly rates: PaintResult[]; readonly idle: IdleFigures }> {
  const sender = runNode([join(root, 'bench', 'paint', 'sender.ts')])
  const [line] = await sender.says(/^\{.*\}$/m, 'stdout')
  const { url } = JSON.parse(line) as { url: string }
  const setRate = (rate: number) => fetch(`${url}/rate`, { method: 'POST', body: JSON.stringify({ rate }) })

  const profile = join(mkdtempSync(join(tmpdir(), 'isotherm-bench-')), 'profile.json')
  writeFileSync(profile, JSON.stringify({ name: 'bench', baseUrl: url, network: 'practice' }))

  const results = new Map<number, Partial<{ terminal: PaintFigures; floor: PaintFigures }>>(
    RATES.map((rate) => [rate, {}]),
  )
  let idle: IdleFigures
  try {
    const terminal = await launch({ profile, size: `${WINDOW.width}x${WINDOW.height}` })
    try {
      await setRate(RATES[0])
      const stamp = '[data-book] [data-side="bid"][data-level="0"] [data-cell="size"]'
      await terminal.page.locator(stamp).first().waitFor({ state: 'attached' })
      await setRate(0)
      await terminal.page.waitForTimeout(2000)
      idle = {
        busyPercent: await measureBusy(terminal.page, seconds),
        busyWithProbePercent: (await measurePaints(terminal.page, stamp, seconds)).busyPercent,
      }
      for (const rate of RATES) {
        await setRate(rate)
        await terminal.page.waitForTimeout(2000)
        results.set(rate, { ...results.get(rate), terminal: await measurePaints(terminal.page, stamp, seconds) })
      }
    } finally {
      await terminal.quit()
    }
    const floor = await openFloor(`${url}/floor`)
    try {
      for (const rate of RATES) {
        await setRate(rate)
        await floor.page.waitForTimeout(2000)
        results.set(rate, {
          ...results.get(rate),
          floor: await measurePaints(floor.page, '#row-20 span:nth-child(2)', seconds),
        })
      }
    } finally {
      await floor.close()
    }
  } finally {
    await sender.stop()
  }
  return {
    rates: RATES.map((rate) => ({ rate, ...(results.get(rate) as { terminal: PaintFigures; floor: PaintFigures }) })),
    idle,
  }
}
