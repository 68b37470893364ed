/** Vitest in two projects: test files that share workers, and those that need a worker each. */
import { globSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const FILES = '{contract,electron,src,venue,chromium-host,scripts,bench,e2e}/**/*.test.{ts,tsx}'

/** What a test file does to the whole worker: replaced modules, globals and timers, the environment, handlers of the process. */
const TOUCHES_THE_WORKER =
  /\bplaySquirrel\(|\bvi\.(?:mock|doMock|hoisted|resetModules|stubGlobal|stubEnv|useFakeTimers|spyOn)\b|\bprocess\.(?:on|once|chdir|exitCode)\b|\bprocess\.env\.\w+ =[^=]|\bglobalThis\.\w+ =[^=]/
/** Test files that only `npm run test:all` runs: long sessions, kills, programs that take seconds to start. */
const LONG = '**/*.long.test.{ts,tsx}'
const left = process.env.ISOTHERM_TESTS === 'core' ? [LONG] : []
const alone = globSync(FILES, { exclude: left }).filter((file) => TOUCHES_THE_WORKER.test(readFileSync(file, 'utf8')))

export default defineConfig({
  plugins: [react()],
  test: {
    // Guards against what hangs, not promises of speed.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // All cores: left to itself Vitest keeps one of them free, half of a machine that has two.
    maxWorkers: '100%',
    reporters: ['default'],
    setupFiles: ['contract/testing/fixed-seed.ts'],
    projects: [
      { extends: true, test: { name: 'shared', include: [FILES], exclude: [...alone, ...left], isolate: false } },
      { extends: true, test: { name: 'alone', include: alone, isolate: true } },
    ],
  },
})
