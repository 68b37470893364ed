import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createPackageWithOptions, getRawHeader } from '@electron/asar'
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses'
import { describe, expect, it, vi } from 'vitest'
import { hashOfIndex } from './check-archive.ts'
import { FUSES, faultsOfPackage } from './check-package.ts'
import { nameOf, type Target, targetOf } from './package-layout.ts'
import { writeStubElectron } from './stub-electron.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const TARGET: Target = { system: 'linux', processor: 'x64' }
const KEYTAR = 'node_modules/@github/keytar'
const NATIVE = `${KEYTAR}/prebuilds/linux-x64/keytar.node`
/** A clone without a build: the packages of its bundles are not checked. */
const bare = mkdtempSync(join(tmpdir(), 'isotherm-clone-'))
writeFileSync(join(bare, 'package.json'), JSON.stringify({ version }))

const GOOD: Readonly<Record<string, string | Buffer>> = {
  'package.json': JSON.stringify({ name: 'isotherm', version, main: 'out/main/main.js' }),
  ...Object.fromEntries(
    ['main.js', 'venue-worker.js', 'past-thread.js', 'secp256k1.wasm'].map((name) => [`out/main/${name}`, 'code']),
  ),
  'out/preload/preload.cjs': 'code',
  'out/renderer/index.html': 'page',
  [`${KEYTAR}/package.json`]: '{}',
  [`${KEYTAR}/lib/keytar.js`]: 'code',
  [NATIVE]: readFileSync(join(root, NATIVE)),
}

const BESIDE: Readonly<Record<string, string>> = {
  'LICENSE.txt': 'MIT License\n',
  'NOTICE.txt': 'TradingView Lightweight Charts\n',
  'THIRD-PARTY.txt': 'What Isotherm is made of\n\nPackage @github/keytar 7.10.6 (MIT)\n',
  'resources/app-update.yml':
    'provider: generic\nurl: https://releases.invalid/\nupdaterCacheDirName: isotherm-updater\n',
}

/** A packed program; `null` omits a file. */
async function packed(
  changes: {
    readonly inside?: Readonly<Record<string, string | Buffer | null>>
    readonly beside?: Readonly<Record<string, string | null>>
    readonly fuses?: Partial<typeof FUSES>
    readonly unpack?: string
  } = {},
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'isotherm-packed-'))
  const source = mkdtempSync(join(tmpdir(), 'isotherm-source-'))
  const write = (base: string, files: Readonly<Record<string, string | Buffer | null>>): void => {
    for (const [path, text] of Object.entries(files)) {
      if (text === null) continue
      mkdirSync(dirname(join(base, path)), { recursive: true })
      writeFileSync(join(base, path), text)
    }
  }
  writeStubElectron(folder)
  cpSync(join(folder, 'electron'), join(folder, 'isotherm'))
  write(folder, { ...BESIDE, ...changes.beside })
  write(source, { ...GOOD, ...changes.inside })
  const archive = join(folder, 'resources', 'app.asar')
  await createPackageWithOptions(source, archive, { unpack: changes.unpack ?? '*.node' })
  await isWhole(archive)
  const fuses = Object.entries({ ...FUSES, ...changes.fuses })
  await flipFuses(join(folder, 'isotherm'), {
    version: FuseVersion.V1,
    ...Object.fromEntries(fuses.map(([name, on]) => [FuseV1Options[name as keyof typeof FUSES], on])),
  })
  return folder
}

interface Entry {
  readonly size?: number
  readonly unpacked?: boolean
  readonly files?: Readonly<Record<string, Entry>>
}

const sizeOf = ({ files, size = 0, unpacked = false }: Entry): number =>
  files === undefined ? (unpacked ? 0 : size) : Object.values(files).reduce((sum, file) => sum + sizeOf(file), 0)

/** The archive tool resolves before everything is on disk. */
const isWhole = (archive: string): Promise<void> =>
  vi.waitFor(
    () => {
      const { header, headerSize } = getRawHeader(archive)
      expect(statSync(archive).size).toBe(8 + headerSize + sizeOf(header as Entry))
    },
    { interval: 5, timeout: 60_000 },
  )

const faults = (folder: string): Promise<string[]> =>
  faultsOfPackage(folder, TARGET, { root: bare, releases: 'https://releases.invalid/' })

/** A letter for each character, so that no scan takes this file for a real key. */
const KEY = `-----BEGIN ${'PRIVATE'} KEY-----\n${'A'.repeat(64)}\n`

describe('a packed program', () => {
  it('passes with exactly its required files', async () => {
    expect(await faults(await packed())).toEqual([])
  })

  it.each([
    ['a source map', { 'out/main/main.js.map': '{}' }, 'out/main/main.js.map has no business'],
    ['a test file', { 'src/app/app.test.ts': '' }, 'src/app/app.test.ts has no business'],
    ['an environment file', { '.env': 'A=1' }, '.env has no business'],
    [
      'another system’s keychain module',
      { [`${KEYTAR}/prebuilds/win32-x64/keytar.node`]: 'MZ' },
      'win32-x64/keytar.node has no business',
    ],
    ['a private key in the code', { 'out/main/main.js': KEY }, 'main.js holds a private key'],
    ['a token', { 'out/main/main.js': `'ghp_${'a'.repeat(36)}'` }, 'main.js holds a token of GitHub'],
    ["the build folder's path", { 'out/main/main.js': `'${bare}/x'` }, 'names the folder in which it was built'],
    ['a missing preload', { 'out/preload/preload.cjs': null }, 'out/preload/preload.cjs is not in the archive'],
    [
      'build details in package.json',
      { 'package.json': JSON.stringify({ version, scripts: {} }) },
      'still has "scripts"',
    ],
    ['another version', { 'package.json': '{"version":"0.0.9"}' }, 'says version 0.0.9'],
    ['an invalid keychain module', { [NATIVE]: 'x'.repeat(100) }, 'is for no system that is known'],
  ])('with %s is refused', async (_what, inside, text) => {
    expect((await faults(await packed({ inside }))).join('\n')).toContain(text)
  })

  it('with its own code outside of the archive is refused, because nothing verifies it there', async () => {
    const found = await faults(await packed({ unpack: '{*.node,keytar.js}' }))
    expect(found).toEqual([`${KEYTAR}/lib/keytar.js lies outside of the archive`])
  })

  it('with an archive modified after packing is refused, for every byte', async () => {
    const folder = await packed({ inside: { 'out/main/main.js': 'what was built' } })
    const archive = join(folder, 'resources', 'app.asar')
    const bytes = readFileSync(archive)
    bytes.write('what was slipped'.slice(0, 14), bytes.indexOf('what was built'))
    writeFileSync(archive, bytes)
    expect(await faults(folder)).toEqual(['out/main/main.js is not what its hash in the index of the archive says'])
  })

  it.each(Object.keys(FUSES) as (keyof typeof FUSES)[])('with the fuse %s inverted is refused', async (name) => {
    const found = await faults(await packed({ fuses: { [name]: !FUSES[name] } }))
    expect(found).toEqual([`the fuse ${name} is not ${FUSES[name] ? 'on' : 'off'} in the binary`])
  })

  it.each([
    ['LICENSE.txt', null, 'LICENSE.txt is not beside the program'],
    ['NOTICE.txt', 'nothing', 'NOTICE.txt is not beside the program'],
    ['LICENSES.chromium.html', '', 'LICENSES.chromium.html is not beside the program'],
    ['THIRD-PARTY.txt', 'What Isotherm is made of\n', 'does not contain the terms of @github/keytar'],
    ['resources/app-update.yml', null, 'app-update.yml is missing'],
    ['resources/app-update.yml', 'provider: github\nurl: https://releases.invalid/\n', 'come from "github"'],
    ['resources/app-update.yml', 'provider: generic\nurl: http://releases.invalid/\n', 'is no https address'],
    [
      'resources/app-update.yml',
      'provider: generic\nurl: https://elsewhere.invalid/\n',
      'not from https://releases.invalid/',
    ],
  ])('with %s as %j is refused', async (name, text, message) => {
    expect((await faults(await packed({ beside: { [name]: text } }))).join('\n')).toContain(message)
  })

  it('without a valid archive is reported by name', async () => {
    const folder = await packed()
    rmSync(join(folder, 'resources', 'app.asar'))
    expect((await faults(folder))[0]).toMatch(/app\.asar is missing$/)
    await expect(faults(bare)).rejects.toThrow(/is no packed program/)
  })
})

describe('where the system’s signature covers a hash of the archive', () => {
  const hashIn = (folder: string): string => hashOfIndex(join(folder, 'resources', 'app.asar'))

  /** The same program with the file layout of another system, and the hash at its place. */
  async function packedFor(target: Target, hashOf = hashIn): Promise<string> {
    const native = `${KEYTAR}/prebuilds/${nameOf(target)}/keytar.node`
    const inside = { [NATIVE]: null, [native]: readFileSync(join(root, native)) }
    const linux = await packed({ inside })
    const folder = mkdtempSync(join(tmpdir(), 'isotherm-packed-'))
    const [resources, program, fuses] = {
      win32: ['resources', 'Isotherm.exe', 'Isotherm.exe'],
      darwin: [
        'Isotherm.app/Contents/Resources',
        'Isotherm.app/Contents/MacOS/Isotherm',
        'Isotherm.app/Contents/Frameworks/Electron Framework.framework/Electron Framework',
      ],
    }[target.system as 'win32' | 'darwin'] as [string, string, string]
    cpSync(join(linux, 'resources'), join(folder, resources), { recursive: true })
    const beside = target.system === 'darwin' ? resources : '.'
    for (const name of [
      'LICENSE.txt',
      'NOTICE.txt',
      'THIRD-PARTY.txt',
      'LICENSE.electron.txt',
      'LICENSES.chromium.html',
    ]) {
      cpSync(join(linux, name), join(folder, beside, name))
    }
    for (const place of [program, fuses]) {
      mkdirSync(dirname(join(folder, place)), { recursive: true })
      cpSync(join(linux, 'isotherm'), join(folder, place))
    }
    const hash = hashOf(linux)
    if (target.system === 'win32') appendFileSync(join(folder, program), JSON.stringify([{ value: hash }]))
    else writeFileSync(join(folder, 'Isotherm.app/Contents/Info.plist'), `<string>${hash}</string>`)
    return folder
  }

  it.each(['win32-x64', 'darwin-arm64'])(
    'a package for %s passes with the right hash, and is refused with another',
    async (name) => {
      const on = { root: bare, releases: null }
      const target = targetOf(name)
      expect(await faultsOfPackage(await packedFor(target), target, on)).toEqual([])
      const wrong = await faultsOfPackage(await packedFor(target, () => 'f'.repeat(64)), target, on)
      expect(wrong.join()).toMatch(/does not name the hash of the archive's index/)
      expect(wrong).toHaveLength(1)
    },
  )

  it('target names are parsed strictly', () => {
    expect(nameOf(targetOf('linux-arm64'))).toBe('linux-arm64')
    for (const text of ['linux', 'linux-ia32', 'beos-x64', ''])
      expect(() => targetOf(text)).toThrow(/is no target of packages/)
  })
})
