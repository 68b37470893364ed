/** Parts of a long run, one after another: each says how long it took, a table of all stands at the end. */
import { say } from './setup.mjs'

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

/** What a part that passes or fails as a whole counts. */
export const one = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 })

/** What a run of many tests counts; one that failed without a failed test did not get that far. */
export const many = (code, { passed = 0, failed = 0 }) => ({
  passed,
  failed: code !== 0 && failed === 0 ? 1 : failed,
})

/**
 * Runs all parts, also after one that failed.
 * @param {{name: string, run: () => Promise<{passed: number, failed: number}>}[]} parts each with its `name` and `run`, which resolves with what passed and failed; one that throws has failed.
 * @param {{tell?: (text: string) => void, now?: () => number}} on the clock in ms.
 */
export async function runParts(parts, { tell = say, now = () => performance.now() } = {}) {
  const rows = []
  const started = now()
  for (const { name, run } of parts) {
    const from = now()
    tell(`${name} …`)
    const { passed, failed } = await run().catch((error) => {
      tell(`${name}: ${error?.stack ?? error}`)
      return one(false)
    })
    rows.push({ name, passed, failed, ms: now() - from })
    tell(`${name}: ${seconds(rows.at(-1).ms)}`)
  }
  const sum = (of) => rows.reduce((all, row) => all + row[of], 0)
  return { rows, passed: sum('passed'), failed: sum('failed'), ms: now() - started }
}

/** The lines of the table of a run. */
export function tableOf({ rows, passed, failed, ms }) {
  const cells = [...rows, { name: 'all', passed, failed, ms }].map((row) => [
    row.name,
    `${row.passed} passed`,
    `${row.failed} failed`,
    seconds(row.ms),
  ])
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column].length)))
  return cells.map(([name, ...figures]) =>
    [name.padEnd(widths[0]), ...figures.map((figure, i) => figure.padStart(widths[i + 1]))].join('  '),
  )
}
