/** `npm run venue`: the practice venue alone. Prints one JSON line when it accepts connections; everything else goes to stderr. */
import { runOnNode24 } from './run-on-node-24.mjs'

await runOnNode24('venue/cli.ts', process.argv.slice(2))
