/**
 * `npm test`: what must pass before a change is merged, in about five minutes on two idle cores. `npm run test:all`: everything, in about a quarter
 * of an hour; `--shard i/n` runs one of n slices of it. Both do all set-up of a fresh clone, continue after a failure, and end with the duration of
 * each part, the ten slowest tests and `N passed, N failed`. Duration alone never fails a run.
 *
 * `--only PART` (several times or with commas) runs single parts.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  BUDGET_MACHINE_MS,
  many,
  one,
  overBudget,
  playwrightCounts,
  runParts,
  slowestOf,
  tableOf,
  vitestCounts,
} from './parts.mjs'

/** Parts run in `npm test` unless they are for `npm run test:all` only. Groups run one after another, parts of a group in parallel. */
const GROUPS = [
  [
    { name: 'types', budget: 45, run: types },
    { name: 'lint', budget: 45, run: lint },
    { name: 'knip', budget: 45, run: knip },
  ],
  [{ name: 'unit', budget: 75, run: unit, sliced: true }],
  [{ name: 'components', budget: 45, run: components, sliced: true }],
  [{ name: 'build', budget: 15, run: build }],
  [{ name: 'packages', only: 'all', run: packages }],
  [{ name: 'electronegativity', only: 'all', run: scan }],
  [{ name: 'e2e', budget: 120, run: e2e, sliced: true }],
]
const PARTS = GROUPS.flat()
/** Budget of `npm test`, seconds. */
const BUDGET_S = 300
/** Exit code of a scan whose tool cannot be installed here; it prints why. */
const SKIPPED = 3

const { all, only, shard } = readOptions(process.argv.slice(2))

function readOptions(args) {
  try {
    const { values } = parseArgs({
      args,
      options: { all: { type: 'boolean' }, only: { type: 'string', multiple: true }, shard: { type: 'string' } },
    })
    const names = PARTS.map(({ name }) => name)
    const chosen = values.only?.flatMap((names) => names.split(',')) ?? null
    const unknown = chosen?.find((name) => !names.includes(name))
    if (unknown !== undefined) throw new Error(`there is no part "${unknown}"; the parts are ${names.join(', ')}`)
    return { all: values.all ?? false, only: chosen, shard: readShard(values.shard) }
  } catch (error) {
    process.stderr.write(`isotherm: ${error.message}\n`)
    return process.exit(2)
  }
}

/** `2/6` is the second of six slices. */
function readShard(text) {
  if (text === undefined) return null
  const [, index, count] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number)
  if (!(index >= 1 && index <= count))
    throw new Error(`--shard takes i/n with i from 1 to n, for example 2/6, not "${text}"`)
  return { index, count }
}

const setup = await import('./setup.mjs')
const { ensureChromium } = await import('./runtime.mjs')
const { bin, root, say } = setup
const reports = join(root, 'test-results', 'reports')
/** Selects the number of property-test runs and the test files. */
const scope = { ISOTHERM_TESTS: all ? 'all' : 'core' }
const slice = shard === null ? [] : [`--shard=${shard.index}/${shard.count}`]

function types() {
  return check([bin('typescript', 'bin', 'tsc'), '--noEmit'])
}

function lint() {
  return check([bin('@biomejs', 'biome', 'bin', 'biome'), 'check', '.'])
}

function knip() {
  return check([bin('knip', 'bin', 'knip.js')])
}

/** Runs a tool that passes or fails as a whole; prints its output when it has ended, since another may run in parallel. */
async function check(args) {
  const { code, output } = await setup.captured(args)
  process.stdout.write(output)
  return one(code === 0)
}

function unit() {
  return vitest('unit', ['shared', 'alone'])
}

function components() {
  // Pages wait for frames: more of them than cores keep the cores busy.
  return vitest('components', ['components'], [`--maxWorkers=${Math.ceil(availableParallelism() * 1.5)}`])
}

function vitest(name, projects, more = []) {
  const file = join(reports, `${name}.json`)
  const flags = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...more, ...slice]
  for (const project of projects) flags.push('--project', project)
  return runner(setup.followed([bin('vitest', 'vitest.mjs'), 'run', ...flags], scope), file, vitestCounts)
}

function build() {
  return setup.ensureBuild().then(() => one(true))
}

async function packages() {
  if (process.platform !== 'linux') {
    say('packages skipped: the packages made here are for Linux')
    return { passed: 0, failed: 0, skipped: 1 }
  }
  await setup.ensureBuild()
  return check([join(root, 'tools', 'scripts', 'release', 'pack-with-stub.ts')])
}

async function scan() {
  await setup.ensureBuild()
  const code = await setup.tool([join(root, 'tools', 'scripts', 'electronegativity.mjs')])
  return code === SKIPPED ? { passed: 0, failed: 0, skipped: 1 } : one(code === 0)
}

async function e2e() {
  await setup.ensureBuild()
  const file = join(reports, 'playwright.json')
  const flags = ['--reporter=list,json', ...(all ? [] : ['--grep', '@core']), ...slice]
  return runner(setup.playwright(flags, { ...scope, PLAYWRIGHT_JSON_OUTPUT_NAME: file }), file, playwrightCounts)
}

/** Waits for a test runner and reads its report; prints the last lines of one that crashed. */
async function runner(running, file, read) {
  const { code, tail } = await running
  const report = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8')), root) : null
  const counts = many(code, report)
  if (counts.failed > (report?.failed ?? 0))
    say(`the test runner ended with code ${code} and no failed test; its last lines:\n${tail.join('\n')}`)
  return counts
}

/** Check, sign and recover on this machine, ms; null when it could not be measured. */
async function signSpeed() {
  const file = join(reports, 'sign.json')
  const { code } = await setup.captured([join(root, 'tools', 'bench', 'main.ts'), '--only', 'sign', '--json', file])
  return code === 0 ? (JSON.parse(readFileSync(file, 'utf8')).sign?.p50 ?? null) : null
}

await setup.ensurePackages()
const wanted = GROUPS.map((group) =>
  group.filter(
    (part) =>
      (only === null ? all || part.only !== 'all' : only.includes(part.name)) &&
      (shard === null || part.sliced || PARTS.indexOf(part) % shard.count === shard.index - 1),
  ),
).filter((group) => group.length > 0)
if (wanted.flat().some(({ name }) => ['unit', 'components', 'e2e'].includes(name))) {
  await ensureChromium()
  await setup.ensureTestTools()
}
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const result = await runParts(wanted)
const signMs = await signSpeed()
say('the slowest tests:')
for (const line of slowestOf(result)) say(line)
for (const line of tableOf(result)) say(line)
say(`check, sign and recover: ${signMs?.toFixed(2) ?? '?'} ms here, ${BUDGET_MACHINE_MS} ms where budgets hold`)
const whole = { name: 'npm test', budget: BUDGET_S, ms: result.ms }
// Budgets are those of `npm test`.
if (!all)
  for (const line of overBudget({ rows: only === null ? [...result.rows, whole] : result.rows }, signMs)) say(line)
process.stdout.write(`${result.passed} passed, ${result.failed} failed\n`)
process.exit(result.failed === 0 ? 0 : 1)
