import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { unpack } from './unpack.ts'

const HAS_DPKG = spawnSync('dpkg-deb', ['--version']).status === 0

describe('unpacking a package', () => {
  it.runIf(HAS_DPKG)('returns the program of a deb, and its desktop entry', () => {
    const source = mkdtempSync(join(tmpdir(), 'isotherm-deb-'))
    for (const folder of ['DEBIAN', 'opt/Isotherm', 'usr/share/applications'])
      mkdirSync(join(source, folder), { recursive: true })
    const control = [
      'Package: isotherm',
      'Version: 0.1.0',
      'Architecture: amd64',
      'Maintainer: M <m@isotherm.example>',
      'Description: D',
      '',
    ]
    writeFileSync(join(source, 'DEBIAN', 'control'), control.join('\n'))
    writeFileSync(join(source, 'usr/share/applications/app.isotherm.terminal.desktop'), '[Desktop Entry]\n')
    writeFileSync(join(source, 'opt/Isotherm/isotherm'), '')
    const deb = join(mkdtempSync(join(tmpdir(), 'isotherm-deb-')), 'isotherm.deb')
    execFileSync('dpkg-deb', ['--build', '--root-owner-group', source, deb], { stdio: 'ignore' })
    const { folder, desktop } = unpack(deb)
    expect(folder).toMatch(/opt[\\/]Isotherm$/)
    expect(desktop).toEqual({ kind: 'installed', name: 'app.isotherm.terminal.desktop', text: '[Desktop Entry]\n' })
  })

  it('uses a folder as it is', () => {
    const folder = mkdtempSync(join(tmpdir(), 'isotherm-folder-'))
    expect(unpack(folder)).toEqual({ folder, desktop: null })
  })

  it('names a file that it cannot open', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'isotherm-file-')), 'isotherm.snap')
    writeFileSync(file, '')
    expect(() => unpack(file)).toThrow(/isotherm\.snap is no package that can be looked into/)
    expect(() => unpack(`${file}x`)).toThrow(/there is no/)
  })
})
