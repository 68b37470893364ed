/** Runs the parts of a long run in groups, and prints the duration of each, parts over budget and the slowest tests. */
import { relative } from 'node:path'
import { say } from './setup.mjs'

/** Check, sign and recover on the reference machine of the budgets, ms (`npm run bench -- --only sign`). */
export const BUDGET_MACHINE_MS = 0.33

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

/**
 * @typedef {{passed: number, failed: number, skipped?: number, tests?: {name: string, ms: number}[]}} Counts result of a part; `tests` with the
 * duration of each, if the runner reports them.
 * @typedef {{name: string, budget?: number, run: () => Promise<Counts>}} Part `budget` in seconds on a machine of `BUDGET_MACHINE_MS`.
 */

/** The counts of a part that passes or fails as a whole. */
export const one = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 })

/**
 * The counts of a test runner. A runner that fails without a failed test, or that ran no test at all, has failed: it crashed or found nothing.
 * @param {number} code its exit code.
 * @param {Partial<Counts> | null} report its report; null when it died before writing one.
 */
export function many(code, report) {
  const { passed = 0, failed = 0, skipped = 0, tests = [] } = report ?? {}
  const crashed = failed === 0 && (code !== 0 || passed + skipped === 0)
  return { passed, failed: crashed ? 1 : failed, skipped, tests }
}

/** Counts of Vitest's JSON report; a test is named by its file, relative to `root`, and its full title. */
export function vitestCounts(report, root) {
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${relative(root, name)} › ${fullName}`,
      ms: duration ?? 0,
    })),
  )
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = report
  // A test file that cannot be loaded fails without a test.
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return { passed, failed: failed + unloaded.length, skipped, tests }
}

/** Counts of Playwright's JSON report. A flaky test has failed. */
export function playwrightCounts({ stats, suites }) {
  const tests = []
  const collect = (suite, titles) => {
    for (const inner of suite.suites ?? []) collect(inner, [...titles, inner.title])
    for (const spec of suite.specs ?? []) {
      const ms = spec.tests.flatMap(({ results }) => results).reduce((all, { duration }) => all + duration, 0)
      tests.push({ name: [...titles, spec.title].join(' › '), ms })
    }
  }
  for (const suite of suites) collect(suite, [suite.title])
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped, tests }
}

/**
 * Runs groups of parts one after another, the parts of a group in parallel; continues after a failure, so that one run shows everything. A part that
 * throws has failed.
 * @param {Part[][]} groups
 * @param {{print?: (text: string) => void, now?: () => number}} options the clock in ms.
 */
export async function runParts(groups, { print = say, now = () => performance.now() } = {}) {
  const started = now()
  const rows = []
  for (const group of groups) {
    print(`${group.map(({ name }) => name).join(', ')} …`)
    rows.push(...(await Promise.all(group.map((part) => runPart(part, print, now)))))
  }
  const sum = (of) => rows.reduce((all, row) => all + row[of], 0)
  return { rows, passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), ms: now() - started }
}

async function runPart({ name, budget, run }, print, now) {
  const from = now()
  const counts = await run().catch((error) => {
    print(`${name}: ${error?.stack ?? error}`)
    return one(false)
  })
  const ms = now() - from
  print(`${name}: ${seconds(ms)}`)
  return { skipped: 0, tests: [], ...counts, name, budget, ms }
}

/** The table of a run, one line per part. */
export function tableOf({ rows, passed, failed, skipped, ms }) {
  const cells = [...rows, { name: 'all', passed, failed, skipped, ms }].map((row) => [
    row.name,
    `${row.passed} passed`,
    `${row.failed} failed`,
    `${row.skipped} skipped`,
    seconds(row.ms),
  ])
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)))
  return cells.map(([name, ...figures]) =>
    [name.padEnd(widths[0]), ...figures.map((figure, i) => figure.padStart(widths[i + 1]))].join('  '),
  )
}

/** The slowest tests of all parts, slowest first, one per line. */
export const slowestOf = ({ rows }, count = 10) =>
  rows
    .flatMap(({ tests }) => tests)
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ name, ms }) => `${seconds(ms).padStart(7)}  ${name}`)

/**
 * The parts over budget, one per line. Budgets are scaled to the machine.
 * @param {{rows: {name: string, budget?: number, ms: number}[]}} result of `runParts`.
 * @param {number | null} signMs check, sign and recover here, ms; null when it could not be measured, and budgets are not scaled.
 */
export function overBudget({ rows }, signMs) {
  const scale = signMs === null ? 1 : signMs / BUDGET_MACHINE_MS
  return rows
    .filter(({ budget, ms }) => budget !== undefined && ms > budget * scale * 1000)
    .map(({ name, budget, ms }) => `${name} is over budget: ${seconds(ms)}, budget ${seconds(budget * scale * 1000)}`)
}
