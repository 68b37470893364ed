/** File layout of a packed program, by system. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const SYSTEMS = ['linux', 'darwin', 'win32'] as const
const PROCESSORS = ['x64', 'arm64'] as const

/** Target of a package, in Node's terms. */
export interface Target {
  readonly system: (typeof SYSTEMS)[number]
  readonly processor: (typeof PROCESSORS)[number]
}

/**
 * Parses `linux-x64` and the like.
 * @throws {Error} for an unsupported target.
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
  /** The executable. */
  readonly program: string
  /** The file that carries the fuses, or the bundle in which `@electron/fuses` looks for it. */
  readonly fuses: string
  /** The folder or file with the licenses. */
  readonly licenses: string
  /** File with a hash of the archive's index that the system's signature covers; null on Linux, where Electron has none. */
  readonly integrity: string | null
}

/**
 * @param folder absolute; the packed program: the folder on Linux or Windows, macOS's `.app`, or a folder that contains that.
 * @throws {Error} when it contains no such program.
 */
export function layoutOf(folder: string, target: Target): Layout {
  const layout = { linux, win32: windows, darwin: mac }[target.system](folder)
  if (!existsSync(layout.program)) throw new Error(`${folder} is no packed program: ${layout.program} is missing`)
  return layout
}

function linux(folder: string): Layout {
  const program = join(folder, 'isotherm')
  return { resources: join(folder, 'resources'), program, fuses: program, licenses: folder, integrity: null }
}

function windows(folder: string): Layout {
  const program = join(folder, 'Isotherm.exe')
  return { resources: join(folder, 'resources'), program, fuses: program, licenses: folder, integrity: program }
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
    licenses: resources,
    integrity: join(contents, 'Info.plist'),
  }
}
