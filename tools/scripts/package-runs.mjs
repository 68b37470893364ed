/** Number and flags of electron-builder's runs for the packages of a system, and whether they may run. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { arePackagesInstalled } from './packages.mjs'
import { digestOf } from './release-sums.mjs'

const SYSTEM = { linux: '--linux', darwin: '--mac', win32: '--win' }
/**
 * One run per Linux package: the kind is recorded in one file of the shared folder. The AppImage comes last, because each run overwrites the feed,
 * and an AppImage is what updates itself.
 */
const LINUX_KINDS = ['deb', 'rpm', 'AppImage']

/**
 * @param {string} system as `process.platform`.
 * @param {readonly string[]} flags of `npm run package`.
 * @returns {string[][]} the flags of each run.
 */
export function packageRuns(system, flags) {
  const own = new Set(['--dir', '--release'])
  const others = flags.filter((flag) => !own.has(flag) && !flag.startsWith('--built='))
  const common = [
    ...(flags.includes('--release') ? ['--config', 'electron-builder.release.mjs'] : []),
    ...['--publish', 'never'],
    ...others,
  ]
  if (flags.includes('--dir')) return [[SYSTEM[system], 'dir', ...common]]
  return system === 'linux' ? LINUX_KINDS.map((kind) => ['--linux', kind, ...common]) : [[SYSTEM[system], ...common]]
}

/**
 * Why the `out/` of a clone may not be packed and signed; null when it may.
 * @param {string} folder absolute; the clone.
 * @param {string} digest of `out/`, from where it was built.
 */
export function whyNotAsBuilt(folder, digest) {
  if (!arePackagesInstalled(folder))
    return 'node_modules is not as package-lock.json says, and nothing is installed here'
  const out = join(folder, 'out')
  if (!existsSync(out)) return 'there is no out/, and nothing is built here'
  const found = digestOf(out)
  return found === digest ? null : `out/ has the digest ${found}, and what was built has ${digest || 'none'}`
}
