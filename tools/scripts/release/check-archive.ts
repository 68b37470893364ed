/** Checks the archive of a packed program: its permitted contents, and their integrity. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractFile, getRawHeader, listPackage, statFile, uncache } from '@electron/asar'
import { nameOf, type Target } from './package-layout.ts'

const MODULE = 'node_modules/@github/keytar'
const nativeModule = (target: Target): string => `${MODULE}/prebuilds/${nameOf(target)}/keytar.node`

/** Everything permitted in the archive. New build output must be added here manually. */
const allowed = (target: Target): readonly RegExp[] => [
  /^package\.json$/,
  /^out\/main\/[\w-]+\.(?:js|wasm|png)$/,
  /^out\/preload\/preload\.cjs$/,
  /^out\/renderer\/index\.html$/,
  /^out\/renderer\/assets\/[\w-]+\.(?:js|css|woff2|png|svg)$/,
  new RegExp(`^${MODULE}/(?:package\\.json|lib/keytar\\.js)$`),
  new RegExp(`^${nativeModule(target).replaceAll('.', '\\.')}$`),
]

/** Required files: without them it would not start. */
const needed = (target: Target): readonly string[] => [
  'package.json',
  ...['main.js', 'venue-worker.js', 'past-thread.js', 'secp256k1.wasm'].map((name) => `out/main/${name}`),
  'out/preload/preload.cjs',
  'out/renderer/index.html',
  `${MODULE}/package.json`,
  `${MODULE}/lib/keytar.js`,
  nativeModule(target),
]

/** Patterns of secrets that must never leave the build machine. */
const SECRETS: readonly (readonly [string, RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s*[A-Za-z0-9+/]{40}/],
  ['a token of GitHub', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{60})/],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a key of AWS', /\bAKIA[0-9A-Z]{16}\b/],
]

interface Entry {
  readonly path: string
  readonly unpacked: boolean
  readonly size: number
  readonly integrity?: { readonly hash: string; readonly blockSize: number; readonly blocks: readonly string[] }
}

/** Every file of an archive, with forward slashes. */
function entriesOf(archive: string): Entry[] {
  // Clears the cache: a test packs several archives at the same path.
  uncache(archive)
  return listPackage(archive, { isPack: false }).flatMap((listed) => {
    const path = listed.replaceAll('\\', '/').replace(/^\//, '')
    const stat = statFile(archive, path, false) as Partial<Entry> & { files?: object; link?: string }
    if (stat.files !== undefined) return []
    return [
      {
        path,
        unpacked: stat.unpacked === true,
        size: stat.size ?? 0,
        ...(stat.integrity && { integrity: stat.integrity }),
      },
    ]
  })
}

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/** The hash of an archive's index, which contains the hashes of all files. */
export const hashOfIndex = (archive: string): string => sha256(getRawHeader(archive).headerString)

/** Why a file's bytes do not match the index, or null. */
function tampered({ path, integrity }: Entry, bytes: Buffer): string | null {
  if (integrity === undefined) return `${path} has no hash in the index of the archive`
  const { hash, blockSize, blocks } = integrity
  const found = blocks.map((_, at) => sha256(bytes.subarray(at * blockSize, (at + 1) * blockSize)))
  const same =
    sha256(bytes) === hash &&
    found.join() === blocks.join() &&
    blocks.length === Math.max(1, Math.ceil(bytes.length / blockSize))
  return same ? null : `${path} is not what its hash in the index of the archive says`
}

/** Fields that packing must remove from package.json: the build setup is not published. */
const REMOVED_FIELDS = ['devDependencies', 'scripts', 'build']

/**
 * Faults of the archive of a packed program; empty when there are none.
 * @param resources absolute; the folder with `app.asar`.
 * @param on.version required version in package.json.
 * @param on.root absolute; the build folder, whose path must not occur in the code.
 */
export function faultsOfArchive(resources: string, target: Target, on: { version: string; root: string }): string[] {
  const archive = join(resources, 'app.asar')
  if (!existsSync(archive)) return [`${archive} is missing`]
  const entries = entriesOf(archive)
  const paths = entries.map(({ path }) => path)
  const bytesOf = ({ path, unpacked }: Entry): Buffer =>
    unpacked ? readFileSync(join(`${archive}.unpacked`, path)) : extractFile(archive, path)

  const strange = paths.filter((path) => !allowed(target).some((pattern) => pattern.test(path)))
  const missing = needed(target).filter((path) => !paths.includes(path))
  const unpacked = entries.filter((entry) => entry.unpacked).map(({ path }) => path)
  const beside = existsSync(`${archive}.unpacked`) ? filesUnder(`${archive}.unpacked`) : []
  const faults = [
    ...strange.map((path) => `${path} has no business in the archive`),
    ...missing.map((path) => `${path} is not in the archive`),
    ...[...new Set([...unpacked, ...beside])]
      .filter((path) => path !== nativeModule(target))
      .map((path) => `${path} lies outside of the archive`),
    ...(existsSync(join(resources, 'app')) ? ['an unpacked folder "app" lies beside the archive'] : []),
  ]
  for (const entry of entries) {
    const bytes = bytesOf(entry)
    const text = bytes.toString('latin1')
    faults.push(...[tampered(entry, bytes)].flatMap((fault) => fault ?? []))
    faults.push(...SECRETS.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${entry.path} holds ${what}`))
    if (text.includes(on.root)) faults.push(`${entry.path} names the folder in which it was built`)
  }
  if (!missing.includes('package.json'))
    faults.push(...faultsOfMetadata(extractFile(archive, 'package.json').toString('utf8'), on.version))
  if (!missing.includes(nativeModule(target)))
    faults.push(...faultsOfMachine(readFileSync(join(`${archive}.unpacked`, nativeModule(target))), target))
  return faults
}

function faultsOfMetadata(text: string, version: string): string[] {
  const metadata = JSON.parse(text) as Record<string, unknown>
  return [
    ...(metadata.version === version ? [] : [`package.json says version ${metadata.version}, not ${version}`]),
    ...REMOVED_FIELDS.filter((key) => key in metadata).map((key) => `package.json still has "${key}"`),
  ]
}

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )

/** The system and processor of a binary, from its first bytes, in the format of `nameOf`; null for anything else. */
function machineOf(bytes: Buffer): string | null {
  if (bytes.length < 64) return null
  if (bytes.readUInt32BE(0) === 0x7f454c46)
    return { 62: 'linux-x64', 183: 'linux-arm64' }[bytes.readUInt16LE(18)] ?? null
  if (bytes.readUInt32LE(0) === 0xfeedfacf)
    return { 16777223: 'darwin-x64', 16777228: 'darwin-arm64' }[bytes.readUInt32LE(4)] ?? null
  const header = bytes.readUInt32LE(0x3c)
  if (bytes.toString('latin1', 0, 2) !== 'MZ' || header + 6 > bytes.length) return null
  return { 34404: 'win32-x64', 43620: 'win32-arm64' }[bytes.readUInt16LE(header + 4)] ?? null
}

function faultsOfMachine(bytes: Buffer, target: Target): string[] {
  const machine = machineOf(bytes)
  return machine === nameOf(target)
    ? []
    : [`the keychain module is for ${machine ?? 'no system that is known'}, not for ${nameOf(target)}`]
}
