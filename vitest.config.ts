import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    include: ['{contract,electron,src,venue,chromium-host,scripts,bench}/**/*.test.{ts,tsx}'],
    environment: 'node',
    testTimeout: 20_000,
    hookTimeout: 20_000,
    pool: 'forks',
    // All cores: left to itself Vitest keeps one of them free, half of a machine that has two.
    maxWorkers: '100%',
    setupFiles: ['contract/testing/fixed-seed.ts'],
    reporters: ['default'],
  },
})
