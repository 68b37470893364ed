import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/e2e',
  // Guards against what hangs, not promises of speed: those are measured by `npm run bench`, and machines are noisy.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // Each file runs terminals of its own, so files go side by side; real windows take the focus from one another, so not under Electron.
  // A file keeps about two thirds of a core busy: it waits for answers, for frames and for what takes its time in the service.
  workers: process.env.ISOTHERM_HOST === 'electron' ? 1 : '150%',
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  // A test that passes at the second try hides a mistake.
  retries: 0,
  reporter: 'list',
})
