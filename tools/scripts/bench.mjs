/** `npm run bench`: measures, prints a table and writes JSON. */

import { runOnNode24 } from './run-on-node-24.mjs'
import { ensureChromium } from './runtime.mjs'
import { ensureBuild, ensurePackages } from './setup.mjs'

await ensurePackages()
await ensureChromium()
await ensureBuild()
await runOnNode24('tools/bench/main.ts', process.argv.slice(2))
