/**
 * `npm run package`: rebuilds and creates the packages of this system in `dist/`. `--dir` creates only the packed program; `--release` enforces
 * electron-builder.release.mjs; `--x64` and `--arm64` choose processors, by default this machine's; `-c.KEY=VALUE` goes to electron-builder.
 *
 * A release has two steps, so that no package code except the signing tools runs where secrets are: `--build-only` installs and builds;
 * `--built=DIGEST` packs an `out/` of exactly that digest (`release-sums.mjs --one out`), and neither installs nor builds.
 */
import { packageRuns, whyNotAsBuilt } from './package-runs.mjs'
import { bin, ensureBuild, ensurePackages, environment, giveUp, node, root, run, say } from './setup.mjs'

const flags = process.argv.slice(2)
const digest = flags.find((flag) => flag.startsWith('--built='))?.slice('--built='.length)
if (digest === undefined) {
  await ensurePackages()
  await ensureBuild({ anew: true })
} else {
  const reason = whyNotAsBuilt(root, digest)
  if (reason !== null) giveUp(`no packages were made: ${reason}.`)
}
if (!flags.includes('--build-only')) {
  // The project's own Node is placed by an install script, which must not run near secrets.
  const runtime = digest === undefined ? node : process.execPath
  for (const flagsOfRun of packageRuns(process.platform, flags)) {
    say(`electron-builder ${flagsOfRun.join(' ')}`)
    const shown = { stdio: ['ignore', 'inherit', 'inherit'], env: environment() }
    const code = await run(runtime, [bin('electron-builder', 'cli.js'), ...flagsOfRun], shown)
    if (code !== 0) giveUp('no packages were made; the lines above say why.')
  }
}
