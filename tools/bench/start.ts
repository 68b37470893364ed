/** Start-up time: from launching the program to the first order book on the screen, on the practice venue, and the baseline of the same machine. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, runNode } from '../../e2e/support/processes.ts'
import { type Measured, median, ms, type Row, row, type Section, tenths } from './table.ts'

const LATER_STARTS = 5

interface StartResult {
  /** Milliseconds of the very first start, with a new practice trader and new keys. */
  readonly firstMs: number
  /** Median of the following starts, on the same data. */
  readonly laterMs: number
  /** Median time of each step of those, ms since the main process began. */
  readonly steps: Readonly<Record<string, number>>
  /** Median of as many starts of the baseline, by turns with them. */
  readonly floorMs: number
}

export const startSection: Section = {
  name: 'start',
  async run(): Promise<Measured> {
    const figures = await benchStart(LATER_STARTS)
    const { firstMs, laterMs, floorMs, steps } = figures
    return {
      json: figures,
      rows: [
        row('start to first book, first start', ms(firstMs), ''),
        row('start to first book, median of later starts', ms(laterMs), 'under 2,500 ms'),
        ...Object.entries(steps).map(([step, at]): Row => row(`  ${step}, since main began`, ms(at), '')),
        row('  floor: venue, browser and plain elements, same run', ms(floorMs), ''),
        row('  ratio to it', tenths(laterMs / floorMs), '1.4 or less'),
      ],
    }
  },
}

/** @param times number of later starts. */
async function benchStart(times: number): Promise<StartResult> {
  const folder = (): string => mkdtempSync(join(tmpdir(), 'isotherm-bench-'))
  const [terminal, floor] = [folder(), folder()]
  const starts: Started[] = []
  const floors: number[] = []
  for (let i = 0; i <= times; i += 1) {
    starts.push(await startTerminal(terminal))
    floors.push((await started([join(root, 'tools', 'bench', 'start-floor.ts'), floor])).took)
  }
  const [first, ...later] = starts
  const [, ...laterFloors] = floors
  const names = Object.keys(first?.steps ?? {})
  return {
    firstMs: first?.took ?? Number.NaN,
    laterMs: median(later.map(({ took }) => took)),
    steps: Object.fromEntries(names.map((name) => [name, median(later.map(({ steps }) => steps[name] ?? Number.NaN))])),
    floorMs: median(laterFloors),
  }
}

interface Started {
  /** From launching the program to its line about the first book, ms. */
  readonly took: number
  readonly steps: Readonly<Record<string, number>>
}

const startTerminal = (userDataDir: string): Promise<Started> =>
  started([
    '--import',
    join(root, 'tools', 'chromium-host', 'register.ts'),
    join(root, 'out', 'main', 'main.js'),
    '--headless',
    '--user-data-dir',
    userDataDir,
  ])

async function started(args: readonly string[]): Promise<Started> {
  const from = performance.now()
  const program = runNode(args)
  const [line] = await program.says(/first order book on screen.*\n/)
  const took = performance.now() - from
  await program.stop()
  const [, list = ''] = /\((.*)\)/.exec(line) ?? []
  const steps = [...list.matchAll(/([a-z ]+) (\d+)/g)].map(([, step = '', at]) => [step.trim(), Number(at)] as const)
  return { took, steps: Object.fromEntries(steps) }
}
