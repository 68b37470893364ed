/** Where the parts of a packed program lie, system by system. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const SYSTEMS = ['linux', 'darwin', 'win32'] as const
const PROCESSORS = ['x64', 'arm64'] as const

/** What a package is made for, in Node's words. */
export interface Target {
  readonly system: (typeof SYSTEMS)[number]
  readonly processor: (typeof PROCESSORS)[number]
}

/**
 * Reads `linux-x64` and the like.
 * @throws {Error} for anything that no package is made for.
 */
export function targetOf(text: string): Target {
  const [system, processor] = text.split('-')
  const target = {
    system: SYSTEMS.find((name) => name === system),
    processor: PROCESSORS.find((it) => it === processor),
  }
  if (target.system === undefined || target.processor === undefined) {
    throw new Error(
      `"${text}" is no target of packages: they are made for ${SYSTEMS.join(', ')} with ${PROCESSORS.join(' or ')}, as in linux-x64`,
    )
  }
  return target as Target
}

export const nameOf = ({ system, processor }: Target): string => `${system}-${processor}`

/** Absolute paths. */
export interface Layout {
  /** The folder with `app.asar`. */
  readonly resources: string
  /** What a trader starts. */
  readonly program: string
  /** The file that carries the fuses, or the bundle in which `@electron/fuses` looks for it. */
  readonly fuses: string
  /** Where the licences are to be read. */
  readonly licences: string
  /** Where a hash of the archive's index is kept that the system's signature covers; null on Linux, where Electron keeps none. */
  readonly integrity: string | null
}

/**
 * @param folder absolute; the packed program: Linux's or Windows' folder of it, or macOS's `.app`, or a folder that holds that.
 * @throws {Error} when there is no such program in it.
 */
export function layoutOf(folder: string, target: Target): Layout {
  const layout = { linux, win32: windows, darwin: mac }[target.system](folder)
  if (!existsSync(layout.program)) throw new Error(`${folder} is no packed program: ${layout.program} is missing`)
  return layout
}

function linux(folder: string): Layout {
  const program = join(folder, 'isotherm')
  return { resources: join(folder, 'resources'), program, fuses: program, licences: folder, integrity: null }
}

function windows(folder: string): Layout {
  const program = join(folder, 'Isotherm.exe')
  return { resources: join(folder, 'resources'), program, fuses: program, licences: folder, integrity: program }
}

function mac(folder: string): Layout {
  const bundle = folder.endsWith('.app')
    ? folder
    : join(folder, readdirSync(folder).find((name) => name.endsWith('.app')) ?? 'Isotherm.app')
  const contents = join(bundle, 'Contents')
  const resources = join(contents, 'Resources')
  return {
    resources,
    program: join(contents, 'MacOS', 'Isotherm'),
    fuses: bundle,
    licences: resources,
    integrity: join(contents, 'Info.plist'),
  }
}
