import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageTypeIn, playedBuild, updatesOffReason } from './create-updates.ts'

type Installation = Parameters<typeof updatesOffReason>[0]

const APP_IMAGE: Installation = {
  isPackaged: true,
  platform: 'linux',
  build: { keys: { present: 'a key', next: null }, url: 'https://releases.example.org/isotherm' },
  packageType: null,
  environment: { APPIMAGE: '/apps/Isotherm.AppImage' },
}
const { build } = APP_IMAGE

describe('an installation', () => {
  it.each<[string, Partial<Installation>, string | null]>([
    ['an AppImage', {}, null],
    ['Windows', { platform: 'win32', environment: {} }, null],
    ['macOS', { platform: 'darwin', environment: {} }, null],
    ['with only the next key', { build: { ...build, keys: { present: null, next: 'a key' } } }, null],
    [
      'Isotherm runs from source. Pull and build newer sources instead.',
      { isPackaged: false },
      'Isotherm runs from source. Pull and build newer sources instead.',
    ],
    [
      'without a key',
      { build: { ...build, keys: { present: null, next: null } } },
      'This build carries no release key',
    ],
    ['without a host', { build: { ...build, url: null } }, 'names no release host'],
    [
      'with a host by plain HTTP',
      { build: { ...build, url: 'http://releases.example.org' } },
      'The release host that this build names is not reachable by HTTPS.',
    ],
    [
      'of a deb',
      { packageType: 'deb' },
      'This was installed as a deb package. Install the newer package with your package manager.',
    ],
    ['of an rpm', { packageType: 'rpm' }, 'as a rpm package'],
    ['of a snap', { environment: { SNAP: '/snap/isotherm' } }, 'The snap store'],
    ['unpacked', { environment: {} }, 'not started from an AppImage'],
  ])('%s', (_what, change, says) => {
    const off = updatesOffReason({ ...APP_IMAGE, ...change })
    if (says === null) expect(off).toBeNull()
    else expect(off).toContain(says)
  })

  it('is of the kind in electron-builder’s file beside it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'isotherm-updates-'))
    expect([packageTypeIn(null), packageTypeIn(folder)]).toEqual([null, null])
    writeFileSync(join(folder, 'package-type'), 'deb\n')
    expect(packageTypeIn(folder)).toBe('deb')
    rmSync(folder, { recursive: true })
  })

  it('has a host and a folder for its releases, and nothing else in the address', () => {
    const good = ['https://a.example', 'https://a.example/b/', 'http://127.0.0.1:99/']
    const bad = [
      '',
      'a',
      'http://a.example',
      'https://u@a.example',
      'https://a.example/?b',
      'https://a.example/#b',
      'file:///a',
    ]
    const isTaken = (url: string) => updatesOffReason({ ...APP_IMAGE, build: { ...build, url } }) === null
    expect([...good, ...bad].filter(isTaken)).toEqual(good)
  })
})

it('uses a test’s build only if it is complete', () => {
  const played = { url: 'http://127.0.0.1:1', present: 'k', cacheFolder: '/c', configFile: '/f' }
  const of = (value: unknown) => playedBuild({ ISOTHERM_TEST_UPDATES: JSON.stringify(value) })
  expect([playedBuild({}), of(played)?.build]).toEqual([null, { url: played.url, keys: { present: 'k', next: null } }])
  expect(() => of({ ...played, url: 1 })).toThrow('ISOTHERM_TEST_UPDATES is invalid: [')
})
