/**
 * `npm run e2e`: end-to-end tests in real windows. `--electron` runs them in Electron's binary, downloaded if missing; other flags go to Playwright.
 */
import { ensureChromium, ensureElectron } from './runtime.mjs'
import { ensureBuild, ensurePackages, ensureTestTools, playwright } from './setup.mjs'

await ensurePackages()
const flags = process.argv.slice(2)
const electron = flags.includes('--electron')
await (electron ? ensureElectron() : ensureChromium())
await ensureTestTools()
await ensureBuild()
const { code } = await playwright(
  flags.filter((flag) => flag !== '--electron'),
  { ISOTHERM_HOST: electron ? 'electron' : 'chromium' },
)
process.exit(code)
