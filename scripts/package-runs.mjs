/** How often electron-builder runs for the packages of a system, and with what. */

const SYSTEM = { linux: '--linux', darwin: '--mac', win32: '--win' }
/**
 * Linux's, one run each: what a package takes itself for is one file in the folder that all are made of. The AppImage comes last, for each run
 * writes the feed anew, and an AppImage is what the terminal updates by itself.
 */
const LINUX_KINDS = ['deb', 'rpm', 'AppImage']

/**
 * @param {string} system as `process.platform`.
 * @param {readonly string[]} flags of `npm run package`.
 * @returns {string[][]} the flags of each run.
 */
export function packageRuns(system, flags) {
  const own = new Set(['--dir', '--release'])
  const others = flags.filter((flag) => !own.has(flag))
  const common = [
    ...(flags.includes('--release') ? ['--config', 'electron-builder.release.mjs'] : []),
    ...['--publish', 'never'],
    ...others,
  ]
  if (flags.includes('--dir')) return [[SYSTEM[system], 'dir', ...common]]
  return system === 'linux' ? LINUX_KINDS.map((kind) => ['--linux', kind, ...common]) : [[SYSTEM[system], ...common]]
}
