import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/e2e',
  // Guards against what hangs, not promises of speed: those are measured by `npm run bench`, and machines are noisy.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // Each test runs a terminal of its own; one at a time keeps what they measure of time honest on small machines.
  workers: 1,
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
})
