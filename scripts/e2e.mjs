/** `npm run e2e`: whole flows in real windows. `--electron` insists on Electron's binary, `--soak` plays long what else is
 * played short (some 20 minutes); other flags go to Playwright. */
import { join } from 'node:path'
import {
  electronBinary,
  ensureBrowser,
  ensureBuild,
  ensurePackages,
  ensureTestTools,
  environment,
  giveUp,
  node,
  root,
  run,
} from './setup.mjs'

await ensurePackages()
const flags = process.argv.slice(2)
const electron = flags.includes('--electron')
const soak = flags.includes('--soak')
if (electron && electronBinary() === null)
  giveUp("Electron's binary is not here; run `npx install-electron --no` first.")
await ensureBrowser()
await ensureTestTools()
await ensureBuild()
const code = await run(
  node,
  [
    join(root, 'node_modules', '@playwright', 'test', 'cli.js'),
    'test',
    '--config',
    join(root, 'e2e', 'playwright.config.ts'),
    ...flags.filter((flag) => flag !== '--electron' && flag !== '--soak'),
  ],
  {
    stdio: 'inherit',
    env: environment({ ISOTHERM_HOST: electron ? 'electron' : 'chromium', ISOTHERM_SOAK: soak ? '1' : '' }),
  },
)
process.exit(code)
