/** Starts a finished package as a trader would; see scripts/release/smoke.ts. */
import { runOnNode24 } from './run-on-node-24.mjs'

await runOnNode24('scripts/release/smoke.ts', process.argv.slice(2))
