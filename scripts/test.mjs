/**
 * `npm test`: types, lint, unit and integration tests, the build, Electronegativity on it, and end-to-end tests; on a fresh clone after
 * all set-up. Goes on after a failure, so that one run tells everything, and closes with one line: `N passed, N failed`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  ensureBrowser,
  ensureBuild,
  ensurePackages,
  ensureTestTools,
  environment,
  node,
  root,
  run,
  say,
} from './setup.mjs'

const started = Date.now()
await ensurePackages()
await ensureBrowser()
await ensureTestTools()

const reports = join(root, 'test-results', 'reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

let passed = 0
let failed = 0
const count = (ok) => {
  if (ok) passed += 1
  else failed += 1
}
const bin = (...path) => join(root, 'node_modules', ...path)

/** Runs a program of the toolchain with its output shown; resolves with its exit code. */
const tool = (args, env = {}) => run(node, args, { stdio: ['ignore', 'inherit', 'inherit'], env: environment(env) })

async function step(name, work) {
  const from = Date.now()
  say(`${name} …`)
  await work()
  say(`${name}: ${((Date.now() - from) / 1000).toFixed(1)} s`)
}

/** Reads a JSON report, or null when the runner died before it wrote one. */
const report = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)

/** Brought while types and lint are checked: it takes the network more than the processor. */
const scanner = tool([join(root, 'scripts', 'electronegativity.mjs'), '--install'])

await step('types', async () => count((await tool([bin('typescript', 'bin', 'tsc'), '--noEmit'])) === 0))
await step('lint', async () => count((await tool([bin('@biomejs', 'biome', 'bin', 'biome'), 'check', '.'])) === 0))

await step('unit and integration tests', async () => {
  const file = join(reports, 'vitest.json')
  const code = await tool([
    bin('vitest', 'vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const result = report(file)
  passed += result?.numPassedTests ?? 0
  failed += result?.numFailedTests ?? 0
  if (code !== 0 && (result?.numFailedTests ?? 0) === 0) failed += 1
})

await step('build', async () => {
  await ensureBuild()
  count(true)
})

/** Exit code of a scan whose tool cannot be had here; it says so itself. */
const SKIPPED = 3
await step('electronegativity', async () => {
  await scanner
  const code = await tool([join(root, 'scripts', 'electronegativity.mjs')])
  if (code !== SKIPPED) count(code === 0)
})

await step('end-to-end tests', async () => {
  const file = join(reports, 'playwright.json')
  const code = await tool(
    [
      bin('@playwright', 'test', 'cli.js'),
      'test',
      '--config',
      join(root, 'e2e', 'playwright.config.ts'),
      '--reporter=list,json',
    ],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      ISOTHERM_HOST: 'chromium',
    },
  )
  const stats = report(file)?.stats
  passed += stats?.expected ?? 0
  failed += stats?.unexpected ?? 0
  if (code !== 0 && (stats?.unexpected ?? 0) === 0) failed += 1
})

say(`all in ${((Date.now() - started) / 1000).toFixed(0)} s`)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
