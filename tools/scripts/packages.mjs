/** Whether node_modules matches package-lock.json, from npm's own record of the installation. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/**
 * Whether every package of the lock file is installed at its locked version; those for other systems are optional. npm writes its record last, so a
 * broken installation has none.
 * @param folder absolute; the clone.
 */
export function arePackagesInstalled(folder) {
  const note = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(note)) return false
  const installed = packagesOf(note)
  return Object.entries(packagesOf(join(folder, 'package-lock.json'))).every(([path, wanted]) => {
    const here = installed[path]
    if (here === undefined) return path === '' || wanted.optional === true || wanted.devOptional === true
    return here.version === wanted.version && here.integrity === wanted.integrity
  })
}
