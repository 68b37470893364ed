/**
 * `npm run soak [PART …]`: long versions of what `npm test` runs briefly, or only at a few points. Without a part it runs all; `--list` lists them.
 * `ISOTHERM_SEED` picks other random choices; the seed is printed.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { one, runParts, tableOf } from './parts.mjs'

/** One entry per part: `plays` and `lasts` for the list, `run` after all set-up; it resolves with what passed and failed. */
const PARTS = [
  { name: 'hours', plays: 'the whole suite, started at 24 moments of the venue', lasts: '2 hours', run: hours },
  { name: 'sessions', plays: 'the property tests with many more runs', lasts: '10 minutes', run: sessions },
  {
    name: 'kill',
    plays: 'kills of main at every step of every act, and once more with a venue that answers otherwise than it did',
    lasts: '1 hour',
    run: kill,
  },
  {
    name: 'weight',
    plays: 'windows that trade for `ISOTHERM_HOURS` hours (8), whose memory must stay flat',
    lasts: '8 hours',
    run: weight,
  },
]

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => name !== '--list' && !PARTS.some((part) => part.name === name))
if (unknown !== undefined) {
  process.stderr.write(
    `isotherm: there is no soak part "${unknown}"; there are ${PARTS.map(({ name }) => name).join(', ')}\n`,
  )
  process.exit(2)
}
if (wanted.includes('--list')) {
  for (const { name, plays, lasts } of PARTS) process.stdout.write(`${name.padEnd(10)} ${plays} (about ${lasts})\n`)
  process.exit(0)
}

const setup = await import('./setup.mjs')
const { ensureChromium } = await import('./runtime.mjs')
const { say, root } = setup
const seed = process.env.ISOTHERM_SEED ?? '2611'
const soaking = { ISOTHERM_TESTS: 'soak', ISOTHERM_SEED: seed }

await setup.ensurePackages()
await ensureChromium()
await setup.ensureTestTools()
await setup.ensureBuild()
say(`seed ${seed} (ISOTHERM_SEED)`)
const result = await runParts(
  PARTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name)).map((part) => [part]),
)
for (const line of tableOf(result)) say(line)
process.exit(result.failed === 0 ? 0 : 1)

async function hours() {
  const { MOMENTS, runAt } = await import('./hours.mjs')
  const rows = []
  for (const moment of MOMENTS) rows.push({ moment, ...(await runAt(moment)) })
  const folder = join(root, 'test-results', 'soak')
  const lines = rows.map(({ moment, passed, failed, seconds }) => `| ${moment} | ${passed} | ${failed} | ${seconds} |`)
  const table = ['| started at | passed | failed | seconds |', '| --- | ---: | ---: | ---: |', ...lines, ''].join('\n')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'hours.md'), table)
  writeFileSync(join(folder, 'hours.json'), `${JSON.stringify(rows, null, 2)}\n`)
  process.stdout.write(table)
  const sum = (of) => rows.reduce((all, row) => all + row[of], 0)
  return { passed: sum('passed'), failed: sum('failed') }
}

/** The test files whose properties have a short and a long form. */
async function sessions() {
  const files = ['contract', 'electron', 'src', 'venue', 'e2e'].flatMap((tree) =>
    readdirSync(join(root, tree), { recursive: true }).map((file) => join(tree, file)),
  )
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file))
  const long = tests.filter((file) => readFileSync(join(root, file), 'utf8').includes('/property-runs.ts'))
  const code = await setup.tool([setup.bin('vitest', 'vitest.mjs'), 'run', '--testTimeout=1800000', ...long], soaking)
  return one(code === 0)
}

/** Names one test file by its full path: a bare word would match its folders too. */
function spec(name) {
  return `/${name}\\.spec\\.ts$`
}

async function kill() {
  return one((await setup.playwright([spec('kill')], soaking)).code === 0)
}

/** Trades for `ISOTHERM_HOURS`; writes its table below `test-results/soak`. */
async function weight() {
  return one((await setup.playwright([spec('weight')], soaking)).code === 0)
}
