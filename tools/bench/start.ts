/** Start-up time: from launching the program to the first order book on the screen, on the practice venue. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, runNode } from '../../e2e/support/processes.ts'
import { percentile } from './paint/probe.ts'

interface StartResult {
  /** Milliseconds of the very first start, with a new practice trader and new keys. */
  readonly firstMs: number
  /** Median of the following starts, on the same data. */
  readonly laterMs: number
}

export async function benchStart(times: number): Promise<StartResult> {
  const userDataDir = mkdtempSync(join(tmpdir(), 'isotherm-bench-'))
  const samples: number[] = []
  for (let i = 0; i <= times; i += 1) {
    const from = performance.now()
    const program = runNode([
      '--import',
      join(root, 'tools', 'chromium-host', 'register.ts'),
      join(root, 'out', 'main', 'main.js'),
      '--headless',
      '--user-data-dir',
      userDataDir,
    ])
    await program.says(/first order book on screen/)
    samples.push(performance.now() - from)
    await program.stop()
  }
  const [firstMs = Number.NaN, ...later] = samples
  return { firstMs, laterMs: percentile(later, 0.5) }
}
