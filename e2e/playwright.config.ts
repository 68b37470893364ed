import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/e2e',
  // Protects against hangs, not a performance limit: `npm run bench` measures those, and machines are noisy.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // Each file runs its own terminals, so files run in parallel; not under Electron, where real windows take the focus from one another. A file keeps
  // about two thirds of a core busy: the rest is waiting.
  workers: process.env.ISOTHERM_HOST === 'electron' ? 1 : '150%',
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  // A test that passes on the second try hides a bug.
  retries: 0,
  reporter: 'list',
})
