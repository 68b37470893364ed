/**
 * The whole suite at another time of day: unit, integration and end-to-end tests run under a wall clock that starts at a given time and continues,
 * using Debian's `faketime`. It applies to every Node process: the runners, the tests, main, the practice venue. Chromium does not start under
 * libfaketime, so it is started without, and the development host gives its pages the same time.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment, giveUp, node, root, run, say } from './setup.mjs'

/** 24 start times, UTC, over the day and the year, including times at which something ends. */
export const MOMENTS = [
  '2026-03-04 00:00:10',
  '2026-11-22 01:19:00',
  '2026-03-04 02:00:03',
  '2026-03-29 03:30:00',
  '2026-03-04 01:58:30',
  '2026-07-01 05:59:50',
  '2026-11-22 00:05:00',
  '2026-11-01 07:20:00',
  '2026-05-17 08:57:55',
  '2026-08-31 09:45:00',
  '2026-10-25 10:00:00',
  '2026-04-30 11:58:30',
  '2026-11-21 23:37:00',
  '2026-02-13 13:37:00',
  '2026-03-04 14:00:05',
  '2026-01-31 15:58:05',
  '2026-07-04 16:16:00',
  '2026-03-08 17:59:30',
  '2026-11-22 18:05:00',
  '2028-02-29 19:59:58',
  '2026-03-04 23:59:30',
  '2026-11-30 23:58:00',
  '2026-02-28 23:58:00',
  '2026-12-31 23:58:00',
]

/** From Debian's `faketime`, for multi-threaded programs; the loader fills in its folder. */
const LIBRARY = '/usr/$LIB/faketime/libfaketimeMT.so.1'

const onPath = (command) => spawnSync('which', [command], { stdio: 'ignore' }).status === 0
const folder = join(root, 'test-results', 'hours')

/**
 * Runs the whole suite from this time on; requires a build. Failures are listed in `test-results/hours/`, one file per start time.
 * @param moment as in `MOMENTS`.
 * @returns what passed and failed, and the duration.
 */
export async function runAt(moment) {
  if (!onPath('faketime')) giveUp('faketime is not here; install it (Debian: `apt-get install faketime`).')
  const from = performance.now()
  const name = moment.replace(/[: ]/g, '-')
  const units = join(folder, `${name}.vitest.json`)
  const ends = join(folder, `${name}.playwright.json`)
  mkdirSync(folder, { recursive: true })
  say(`the suite at ${moment} …`)
  await under(
    moment,
    ['vitest', 'vitest.mjs'],
    ['run', '--project', 'shared', '--project', 'alone', '--reporter=json', `--outputFile.json=${units}`],
  )
  await under(
    moment,
    ['@playwright', 'test', 'cli.js'],
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=json'],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: ends,
    },
  )
  const results = [unitsOf(readReport(units)), endsOf(readReport(ends))]
  const failures = results.flatMap(({ failures: names }) => names)
  writeFileSync(join(folder, `${name}.failures.txt`), failures.map((line) => `${line}\n`).join(''))
  const sum = (of) => results.reduce((all, result) => all + result[of], 0)
  return { passed: sum('passed'), failed: sum('failed'), seconds: Math.round((performance.now() - from) / 1000) }
}

/**
 * Uses an offset from the machine's clock: an absolute start time would be applied by each process separately, and they would disagree. Without the
 * state that `faketime` shares between processes: a test that kills one while it holds the lock would block all others.
 */
function under(moment, tool, args, env = {}) {
  const ahead = Math.round((Date.parse(`${moment.replace(' ', 'T')}Z`) - Date.now()) / 1000)
  return run(node, [join(root, 'node_modules', ...tool), ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment({
      TZ: 'UTC',
      LD_PRELOAD: LIBRARY,
      FAKETIME: `${ahead < 0 ? '' : '+'}${ahead}s`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      ISOTHERM_HOST: 'chromium',
      ISOTHERM_TESTS: 'all',
      ISOTHERM_CHROMIUM: unfakedChromium(),
      ISOTHERM_TEST_PAGE_CLOCK_AHEAD: String(ahead * 1000),
      ...env,
    }),
  })
}

/** A Chromium without libfaketime, with which it hangs in a busy loop. */
function unfakedChromium() {
  const chromium = process.env.ISOTHERM_CHROMIUM ?? ['chromium', 'chromium-browser', 'google-chrome'].find(onPath)
  if (chromium === undefined) giveUp('a Chromium is needed; install one (Debian: `apt-get install chromium`).')
  const file = join(folder, 'chromium.sh')
  writeFileSync(
    file,
    `#!/bin/sh\nunset LD_PRELOAD FAKETIME FAKETIME_SHARED FAKETIME_DONT_FAKE_MONOTONIC\nexec '${chromium}' "$@"\n`,
  )
  chmodSync(file, 0o755)
  return file
}

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)

/** A runner that died before its report counts as one failure. */
function unitsOf(report) {
  if (report === null) return { passed: 0, failed: 1, failures: ['unit and integration tests: no report'] }
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${name.replace(`${root}/`, '')}: ${fullName}`),
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests, failures }
}

function endsOf(report) {
  if (report === null) return { passed: 0, failed: 1, failures: ['end-to-end tests: no report'] }
  const failures = []
  const walk = (suite, path) => {
    for (const { title, ok } of suite.specs ?? []) if (!ok) failures.push(`${path}: ${title}`)
    for (const inner of suite.suites ?? []) walk(inner, `${path}: ${inner.title}`)
  }
  for (const suite of report.suites) walk(suite, suite.title)
  return { passed: report.stats.expected, failed: report.stats.unexpected, failures }
}
