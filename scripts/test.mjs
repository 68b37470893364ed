/**
 * `npm test`: everything that must hold before a change lands, in the parts of the table below; on a fresh clone after all set-up. Goes on
 * after a failure, so that one run tells everything, and closes with one line: `N passed, N failed`. It stays under five minutes on two
 * quiet cores: what would take longer has a short form here and its long one in `npm run soak`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { many, one, runParts, tableOf } from './parts.mjs'
import { ensureChromium } from './runtime.mjs'
import { bin, ensureBuild, ensurePackages, ensureTestTools, playwright, root, say, tool } from './setup.mjs'

const reports = join(root, 'test-results', 'reports')
/** Exit code of a scan whose tool cannot be had here; it says so itself. */
const SKIPPED = 3

/** Reads a JSON report; null when the runner died before it wrote one. */
const report = (name) => {
  const file = join(reports, name)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** What `npm test` consists of, in this order: the cheapest first. */
const PARTS = [
  { name: 'types', run: async () => one((await tool([bin('typescript', 'bin', 'tsc'), '--noEmit'])) === 0) },
  { name: 'lint', run: async () => one((await tool([bin('@biomejs', 'biome', 'bin', 'biome'), 'check', '.'])) === 0) },
  { name: 'rooms', run: async () => one((await tool([join(root, 'scripts', 'house.mjs'), '--check'])) === 0) },
  { name: 'unit and integration tests', run: unitTests },
  { name: 'build', run: () => ensureBuild().then(() => one(true)) },
  { name: 'packages', run: packages },
  { name: 'electronegativity', run: scan },
  { name: 'end-to-end tests', run: endToEndTests },
]

async function unitTests() {
  const file = join(reports, 'vitest.json')
  const flags = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await tool([bin('vitest', 'vitest.mjs'), 'run', ...flags])
  const result = report('vitest.json')
  return many(code, { passed: result?.numPassedTests, failed: result?.numFailedTests })
}

async function packages() {
  if (process.platform !== 'linux') {
    say('packages skipped: what is packed here is for Linux, and takes it')
    return { passed: 0, failed: 0 }
  }
  return one((await tool([join(root, 'scripts', 'release', 'pack-with-stub.ts')])) === 0)
}

async function scan() {
  await scanner
  const code = await tool([join(root, 'scripts', 'electronegativity.mjs')])
  return code === SKIPPED ? { passed: 0, failed: 0 } : one(code === 0)
}

async function endToEndTests() {
  const code = await playwright(['--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'playwright.json'),
  })
  const stats = report('playwright.json')?.stats
  if (stats?.flaky > 0) say(`${stats.flaky} passed only at the second try, named above as flaky: find out why`)
  return many(code, { passed: stats && stats.expected + stats.flaky, failed: stats?.unexpected })
}

await ensurePackages()
await ensureChromium()
await ensureTestTools()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
/** Brought while types and lint are checked: it takes the network more than the processor. */
const scanner = tool([join(root, 'scripts', 'electronegativity.mjs'), '--install'])

const result = await runParts(PARTS)
for (const line of tableOf(result)) say(line)
process.stdout.write(`${result.passed} passed, ${result.failed} failed\n`)
process.exit(result.failed === 0 ? 0 : 1)
