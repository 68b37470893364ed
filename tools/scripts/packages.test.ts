import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { packageRuns, whyNotAsBuilt } from './package-runs.mjs'
import { arePackagesInstalled } from './packages.mjs'
import { digestOf } from './release-sums.mjs'

const LOCKED = {
  '': { name: 'isotherm' },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/for-another-system': { version: '1.0.0', integrity: 'sha512-o', optional: true },
}
const A = LOCKED['node_modules/a']

function cloneWith(installed: object | null): string {
  const folder = mkdtempSync(join(tmpdir(), 'isotherm-packages-'))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: LOCKED }))
  mkdirSync(join(folder, 'node_modules'))
  if (installed !== null)
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: installed }))
  return folder
}

describe('the packages of a clone', () => {
  it.each([
    ['as npm ci left them', { 'node_modules/a': A }, true],
    ['with an extra one for this system', { ...LOCKED }, true],
    ["without npm's record, or with a truncated one", null, false],
    ['one missing', {}, false],
    ['one with another version', { 'node_modules/a': { ...A, version: '0.9.0' } }, false],
    ['one from another source', { 'node_modules/a': { ...A, integrity: 'sha512-b' } }, false],
  ])('%s', (_what, installed, enough) => {
    expect(arePackagesInstalled(cloneWith(installed))).toBe(enough)
  })
})

/** The relevant behavior of npm, by a program that records its arguments. */
const NPM = `#!/bin/sh
echo "$*" >> npm-calls
if [ "$1" = ci ]; then cp package-lock.json node_modules/.package-lock.json; fi
if [ "$1" = rebuild ]; then mkdir -p node_modules/node/bin; echo > node_modules/node/bin/node; fi
`

/** A clone whose own scripts run with that npm. */
function cloneWithScripts(installed: object | null): { folder: string; calls: () => string[]; env: NodeJS.ProcessEnv } {
  const folder = cloneWith(installed)
  for (const name of ['tools/scripts', 'bin']) mkdirSync(join(folder, name), { recursive: true })
  for (const name of ['setup', 'one-at-a-time', 'packages', 'release-sums', 'package', 'package-runs'])
    copyFileSync(join(import.meta.dirname, `${name}.mjs`), join(folder, 'tools', 'scripts', `${name}.mjs`))
  writeFileSync(join(folder, 'bin', 'npm'), NPM, { mode: 0o755 })
  return {
    folder,
    env: { ...process.env, PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter) },
    calls: () => {
      try {
        return readFileSync(join(folder, 'npm-calls'), 'utf8').trimEnd().split('\n')
      } catch {
        return []
      }
    },
  }
}

describe.skipIf(process.platform === 'win32')('installing packages', () => {
  const QUIET = '--no-audit --no-fund --loglevel=error'
  const install = (clone: ReturnType<typeof cloneWithScripts>): number | null => {
    const setup = pathToFileURL(join(clone.folder, 'tools', 'scripts', 'setup.mjs')).href
    const program = `(await import(${JSON.stringify(setup)})).ensurePackages()`
    return spawnSync(process.execPath, ['--input-type=module', '-e', program], { env: clone.env }).status
  }

  it('runs no install script except that of Node', () => {
    const clone = cloneWithScripts(null)
    expect(install(clone)).toBe(0)
    expect(clone.calls()).toEqual([`ci --ignore-scripts ${QUIET}`, `rebuild node --ignore-scripts=false ${QUIET}`])
    expect(install(clone)).toBe(0)
    expect(clone.calls()).toHaveLength(2)
  })

  it('only puts Node into place when all packages are installed', () => {
    const clone = cloneWithScripts(LOCKED)
    expect(install(clone)).toBe(0)
    expect(clone.calls()).toEqual([`rebuild node --ignore-scripts=false ${QUIET}`])
  })
})

describe('packing a build from another machine', () => {
  const withOut = <T extends { folder: string }>(clone: T, text = 'built'): T => {
    mkdirSync(join(clone.folder, 'out', 'main'), { recursive: true })
    writeFileSync(join(clone.folder, 'out', 'main', 'main.js'), text)
    return clone
  }
  /** A clone with a stub of electron-builder that records its calls. */
  const withBuilder = (): ReturnType<typeof cloneWithScripts> => {
    const clone = withOut(cloneWithScripts(LOCKED))
    mkdirSync(join(clone.folder, 'node_modules', 'electron-builder'))
    writeFileSync(
      join(clone.folder, 'node_modules', 'electron-builder', 'cli.js'),
      "require('fs').appendFileSync('builder-calls', process.argv.slice(2).join(' ') + '\\n')",
    )
    return clone
  }
  const pack = ({ folder, env }: ReturnType<typeof cloneWithScripts>, ...flags: string[]) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(folder, 'tools', 'scripts', 'package.mjs'), ...flags],
      {
        encoding: 'utf8',
        env,
      },
    )
    return { status, stderr }
  }

  it('packs exactly the out folder with the reported digest, and installs and builds nothing', () => {
    const clone = withBuilder()
    const digest = digestOf(join(clone.folder, 'out'))
    expect(pack(clone, '--release', `--built=${digest}`, '--x64')).toMatchObject({ status: 0 })
    const calls = readFileSync(join(clone.folder, 'builder-calls'), 'utf8')
    expect(calls).toBe(
      packageRuns(process.platform, ['--release', '--x64'])
        .map((flags) => `${flags.join(' ')}\n`)
        .join(''),
    )
    expect(clone.calls()).toEqual([])
  })

  it.each([
    ['a changed file', () => withOut(withBuilder(), 'changed')],
    [
      'an added file',
      () => {
        const clone = withBuilder()
        writeFileSync(join(clone.folder, 'out', 'more.js'), '')
        return clone
      },
    ],
  ])('refuses an out folder with %s', (_what, cloned) => {
    const digest = digestOf(join(withBuilder().folder, 'out'))
    const clone = cloned()
    const { status, stderr } = pack(clone, '--release', `--built=${digest}`)
    expect({ status, calls: clone.calls() }).toEqual({ status: 2, calls: [] })
    expect(stderr).toContain(`what was built has ${digest}`)
    expect(() => readFileSync(join(clone.folder, 'builder-calls'))).toThrow('ENOENT')
  })

  it('refuses packages that do not match the lock file, a missing out folder, and a missing digest', () => {
    expect(whyNotAsBuilt(withOut({ folder: cloneWith(null) }).folder, 'x')).toContain('node_modules is not as')
    expect(whyNotAsBuilt(cloneWith(LOCKED), 'x')).toContain('there is no out/')
    expect(whyNotAsBuilt(withOut({ folder: cloneWith(LOCKED) }).folder, '')).toContain('what was built has none')
  })

  it('refuses a link in the out folder, which would be read here and packed as a link', () => {
    const { folder } = withOut({ folder: cloneWith(LOCKED) })
    symlinkSync(join(folder, 'package-lock.json'), join(folder, 'out', 'link.js'))
    expect(() => whyNotAsBuilt(folder, 'x')).toThrow('link.js is neither a file nor a folder')
  })
})
