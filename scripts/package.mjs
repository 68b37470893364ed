/**
 * `npm run package`: builds anew and makes the packages of this system in `dist/`. `--dir` makes the packed program alone; `--release` asks for
 * everything that electron-builder.release.mjs does; `--x64` and `--arm64` choose processors, else it is this machine's; `-c.KEY=VALUE` goes to
 * electron-builder.
 */
import { packageRuns } from './package-runs.mjs'
import { bin, ensureBuild, ensurePackages, giveUp, say, tool } from './setup.mjs'

await ensurePackages()
await ensureBuild({ anew: true })
for (const flags of packageRuns(process.platform, process.argv.slice(2))) {
  say(`electron-builder ${flags.join(' ')}`)
  const code = await tool([bin('electron-builder', 'cli.js'), ...flags])
  if (code !== 0) giveUp('no packages were made; the lines above say why.')
}
