/** Checks finished packages before release; see tools/scripts/release/check.ts for its flags. */
import { runOnNode24 } from './run-on-node-24.mjs'

await runOnNode24('tools/scripts/release/check.ts', process.argv.slice(2))
