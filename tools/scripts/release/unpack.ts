/** Unpacks a finished package, to check what a trader would get. */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'

/** An unpacked package. */
export interface Unpacked {
  /** The packed program; see `layoutOf`. */
  readonly folder: string
  /** Its Linux desktop entry, if it has one. */
  readonly desktop: { readonly kind: 'appimage' | 'installed'; readonly name: string; readonly text: string } | null
}

const run = (cwd: string, command: string, ...args: string[]): void => {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** How to unpack each kind into an empty folder; returns the program's location in it. */
const WAYS: Readonly<Record<string, (file: string, into: string) => string>> = {
  '.AppImage': (file, into) => {
    chmodSync(file, 0o755)
    run(into, file, '--appimage-extract')
    // Named by the AppImage's own runtime.
    return readdirSync(into).find((name) => existsSync(join(into, name, 'AppRun'))) ?? '.'
  },
  '.deb': (file, into) => {
    run(into, 'dpkg-deb', '--extract', file, '.')
    return 'opt/Isotherm'
  },
  '.rpm': (file, into) => {
    run(into, 'sh', '-c', 'rpm2cpio "$1" | cpio --extract --make-directories --quiet', 'unpack', file)
    return 'opt/Isotherm'
  },
  // Like Finder: links and permissions of a bundle stay as they were signed.
  '.zip': (file, into) => {
    run(into, 'ditto', '-x', '-k', file, '.')
    return '.'
  },
  '.dmg': (file, into) => {
    const disk = join(into, 'disk')
    mkdirSync(disk)
    run(into, 'hdiutil', 'attach', file, '-nobrowse', '-readonly', '-mountpoint', disk)
    try {
      run(into, 'ditto', join(disk, 'Isotherm.app'), join(into, 'Isotherm.app'))
    } finally {
      run(into, 'hdiutil', 'detach', disk)
    }
    return '.'
  },
  // The installer itself, in silent mode.
  '.exe': (file, into) => {
    run(into, file, '/S', `/D=${join(into, 'Isotherm')}`)
    return 'Isotherm'
  },
}

/** File extensions that can be unpacked. */
const PACKAGES: readonly string[] = Object.keys(WAYS)

/**
 * Unpacks a package into a temporary folder; a folder is used as it is.
 * @param path of a package or of a packed program.
 * @throws {Error} for anything else, and when the system's tool for it fails.
 */
export function unpack(path: string): Unpacked {
  const file = resolve(path)
  if (!existsSync(file)) throw new Error(`there is no ${path}`)
  if (statSync(file).isDirectory()) return { folder: file, desktop: null }
  const way = WAYS[extname(file)]
  if (way === undefined) throw new Error(`${path} is no package that can be looked into (${PACKAGES.join(', ')})`)
  const into = mkdtempSync(join(tmpdir(), 'isotherm-package-'))
  const folder = join(into, way(file, into))
  const isImage = extname(file) === '.AppImage'
  const entries = isImage ? folder : join(into, 'usr', 'share', 'applications')
  const name = existsSync(entries) ? readdirSync(entries).find((it) => it.endsWith('.desktop')) : undefined
  if (name === undefined) return { folder, desktop: null }
  return {
    folder,
    desktop: { kind: isImage ? 'appimage' : 'installed', name, text: readFileSync(join(entries, name), 'utf8') },
  }
}
