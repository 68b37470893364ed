/** Vitest in three projects: test files that share workers, those that need a worker each, and component tests in a browser. */
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { input } from './src/testing/input-command.ts'
import { findChromium } from './tools/chromium-host/browser/find.ts'

const FILES = '{contract,electron,src,venue,e2e,tools}/**/*.test.{ts,tsx}'

/** What a test file does to the whole worker: replaced modules, globals and timers, the environment, handlers of the process. */
const TOUCHES_THE_WORKER =
  /\bplaySquirrel\(|\bvi\.(?:mock|doMock|hoisted|resetModules|stubGlobal|stubEnv|useFakeTimers|spyOn)\b|\bprocess\.(?:on|once|chdir|exitCode)\b|\bprocess\.env\.\w+ =[^=]|\bglobalThis\.\w+ =[^=]/
/** Test files that only `npm run test:all` runs: long sessions, kills, programs that take seconds to start. */
const LONG = ['**/*.long.test.{ts,tsx}', '**/*.long.component.test.tsx']
const long = process.env.ISOTHERM_TESTS === 'core' ? LONG : []
/** What a window shows, mounted in a browser. */
const COMPONENTS = 'src/**/*.component.test.tsx'
const left = [COMPONENTS, ...long]
const alone = globSync(FILES, { exclude: left }).filter((file) => TOUCHES_THE_WORKER.test(readFileSync(file, 'utf8')))

const chromium = findChromium(process.env)
const executablePath = 'path' in chromium ? chromium.path : undefined
/** Properties know in a page too how long they run, and by which seed. */
const OF_RUN = Object.fromEntries(
  ['ISOTHERM_TESTS', 'ISOTHERM_SEED'].map((name) => [
    `process.env.${name}`,
    JSON.stringify(process.env[name]) ?? 'undefined',
  ]),
)
const PRODUCTION = { 'process.env.NODE_ENV': JSON.stringify('production') }
const GUARD_MS = process.env.ISOTHERM_TESTS === 'all' ? 600_000 : 120_000
/**
 * A page lives for less than a minute and keeps a core busy: V8's best code is not earned back in it, and a large young generation spares most
 * garbage collections.
 */
const V8_FLAGS = ['--no-turbofan', '--single-threaded-gc', '--min-semi-space-size=64', '--max-semi-space-size=64']
const setupFiles = ['contract/testing/fixed-seed.ts']

export default defineConfig({
  plugins: [react()],
  test: {
    // Guards against what hangs, not promises of speed: where property tests run five times as long, so may each of them.
    testTimeout: GUARD_MS,
    hookTimeout: GUARD_MS,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // All cores: left to itself Vitest keeps one of them free, half of a machine that has two.
    maxWorkers: '100%',
    reporters: ['default'],
    // The text of a tooltip is reached from the keyboard and presses nothing: it is a note.
    onConsoleLog: (log) => !log.includes('<Focusable> child must have an interactive ARIA role'),
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: [FILES], exclude: [...alone, ...left], isolate: false, setupFiles },
      },
      { extends: true, test: { name: 'alone', include: alone, isolate: true, setupFiles } },
      {
        extends: true,
        // The program as it ships: without React's checks for development, which take a tenth of the time.
        define: { ...PRODUCTION, ...OF_RUN },
        oxc: { jsx: { runtime: 'automatic', development: false } },
        optimizeDeps: { include: ['fast-check'], rolldownOptions: { transform: { define: PRODUCTION } } },
        resolve: {
          alias: [{ find: /^zustand$/, replacement: resolve(import.meta.dirname, 'src/testing/zustand.ts') }],
        },
        test: {
          name: 'components',
          include: [COMPONENTS],
          exclude: long,
          // A page for each worker: to load the program again for each file would cost more than the tests.
          isolate: false,
          setupFiles: ['src/testing/browser-setup.ts'],
          // As above: a page waits for its turn where programs keep all cores busy.
          testTimeout: GUARD_MS,
          expect: { poll: { timeout: 60_000, interval: 16 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            commands: { input },
            provider: playwright({ launchOptions: { executablePath, args: [`--js-flags=${V8_FLAGS.join(' ')}`] } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
