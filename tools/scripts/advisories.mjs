/** Compares the shipped packages with the registry's advisories; see tools/scripts/release/advisories.ts. */
import { runOnNode24 } from './run-on-node-24.mjs'
import { ensureBuild, ensurePackages } from './setup.mjs'

await ensurePackages()
// The build records which packages are in the bundles: almost none of them is a `dependency` of package.json.
await ensureBuild()
await runOnNode24('tools/scripts/release/advisories.ts', process.argv.slice(2))
