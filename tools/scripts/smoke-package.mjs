/** Starts a finished package like a trader would; see tools/scripts/release/smoke.ts. */
import { runOnNode24 } from './run-on-node-24.mjs'

await runOnNode24('tools/scripts/release/smoke.ts', process.argv.slice(2))
