/** `npm run bench`: measures, prints a table and writes JSON. */

import { runOnNode24 } from './run-on-node-24.mjs'
import { ensureBrowser, ensureBuild, ensurePackages } from './setup.mjs'

await ensurePackages()
await ensureBrowser()
await ensureBuild()
await runOnNode24('bench/main.ts', process.argv.slice(2))
