import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { arePackagesInstalled } from './packages.mjs'

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
    ['A1: as npm ci by hand left them', { 'node_modules/a': A }, true],
    ['with one for this system besides', { ...LOCKED }, true],
    ['without a note of npm: none, or broken off', null, false],
    ['one missing', {}, false],
    ['one of another version', { 'node_modules/a': { ...A, version: '0.9.0' } }, false],
    ['one from elsewhere', { 'node_modules/a': { ...A, integrity: 'sha512-b' } }, false],
  ])('%s', (_what, installed, enough) => {
    expect(arePackagesInstalled(cloneWith(installed))).toBe(enough)
  })
})
