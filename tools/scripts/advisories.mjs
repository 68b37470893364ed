/** Compares what is shipped with the registry's advisories; see tools/scripts/release/advisories.ts. */
import { runOnNode24 } from './run-on-node-24.mjs'
import { ensureBuild, ensurePackages } from './setup.mjs'

await ensurePackages()
// The build notes which packages are in the bundles: nearly all that is shipped is no `dependency` of package.json.
await ensureBuild()
await runOnNode24('tools/scripts/release/advisories.ts', process.argv.slice(2))
