import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/e2e',
  timeout: 45_000,
  expect: { timeout: 10_000 },
  // Each test runs a terminal of its own; one at a time keeps what they measure of time honest on small machines.
  workers: 1,
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
})
