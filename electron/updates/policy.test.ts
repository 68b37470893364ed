import { describe, expect, it } from 'vitest'
import { block } from '../../contract/safe-text.ts'
import { fileFor, higher, judge, placeOf, type Release } from './release.ts'

type Circumstances = Parameters<typeof judge>[1]

const RELEASE: Release = {
  version: '1.2.0',
  expires: 2_000,
  files: [{ url: 'Isotherm-1.2.0.AppImage', sha512: '', size: 1 }],
  notes: block``,
  stagingPercentage: 100,
  minimumSystemVersion: null,
}
const HERE: Circumstances = {
  ...{
    running: '1.1.0',
    channel: 'stable',
    highestSeen: null,
    system: '10.0.19045',
    place: 0,
    now: 1_000,
    hasFile: true,
  },
}

describe('the verdict on a release', () => {
  it.each<[string, Partial<Release>, Partial<Circumstances>, string]>([
    ['a newer one', {}, {}, 'offered'],
    ['the same', { version: '1.1.0' }, {}, 'current'],
    ['an older one', { version: '1.0.9' }, {}, 'current'],
    ['a beta of the running version', { version: '1.1.0-beta.4' }, { channel: 'beta' }, 'current'],
    ['a stable one after its beta', { version: '1.2.0' }, { running: '1.2.0-beta.4' }, 'offered'],
    ['a beta for a user of stable versions', { version: '1.3.0-beta.1' }, {}, 'held_back'],
    ['a beta for a user of betas', { version: '1.3.0-beta.1' }, { channel: 'beta' }, 'offered'],
    ['a stable one for a user of betas', {}, { channel: 'beta' }, 'offered'],
    ['the highest seen version', {}, { highestSeen: '1.2.0' }, 'offered'],
    ['a higher one than seen', {}, { highestSeen: '1.1.9' }, 'offered'],
    ['a newer one, lower than seen: a replayed feed', {}, { highestSeen: '1.3.0' }, 'replayed'],
    ['an older one, lower than seen', { version: '1.0.0' }, { highestSeen: '1.1.0' }, 'replayed'],
    ['an expired feed', {}, { now: 2_000 }, 'expired'],
    ['a feed that is valid for a moment', {}, { now: 1_999 }, 'offered'],
    [
      'an old feed with an old release: reported as old',
      { version: '1.0.0' },
      { now: 3_000, highestSeen: '1.2.0' },
      'expired',
    ],
    ['one without a file for this system', {}, { hasFile: false }, 'held_back'],
    ['one for newer systems', { minimumSystemVersion: '10.0.22000' }, {}, 'held_back'],
    ['one for this system', { minimumSystemVersion: '10.0.19045' }, {}, 'offered'],
    ['one for nobody yet', { stagingPercentage: 0 }, {}, 'held_back'],
    ['one for a quarter, and this is in it', { stagingPercentage: 25 }, { place: 24.9 }, 'offered'],
    ['one for a quarter, and this is not', { stagingPercentage: 25 }, { place: 25 }, 'held_back'],
    ['one for all', { stagingPercentage: 100 }, { place: 99.99 }, 'offered'],
  ])('%s', (_what, release, here, verdict) => {
    expect(judge({ ...RELEASE, ...release }, { ...HERE, ...here }).kind).toBe(verdict)
  })

  it('is explained where a newer one is withheld', () => {
    const verdict = judge({ ...RELEASE, minimumSystemVersion: '11' }, HERE)
    expect(verdict).toEqual({
      kind: 'held_back',
      reason: '1.2.0 needs version 11 of this system; this is 10.0.19045.',
    })
  })
})

describe('a staged rollout', () => {
  it('has each terminal at its own place, which differs for each release', () => {
    const places = Array.from({ length: 400 }, (_, index) => placeOf(`terminal ${index}`, '1.2.0'))
    expect(places.every((place) => place >= 0 && place < 100)).toBe(true)
    const first = places.filter((place) => place < 25).length
    expect([first > 60, first < 140]).toEqual([true, true])
    expect(placeOf('terminal 1', '1.2.0')).toBe(places[1])
    expect(placeOf('terminal 1', '1.3.0')).not.toBe(places[1])
  })

  it('remembers the higher of two versions', () => {
    expect([higher('1.2.0', null), higher('1.2.0', '1.10.0'), higher('1.2.0', '1.2.0-rc.1')]).toEqual([
      ...['1.2.0', '1.10.0', '1.2.0'],
    ])
  })
})

it('finds the file for a system and processor', () => {
  const names = ['a-1.zip', 'a-1-arm64.zip', 'a-1.exe', 'a-1-arm64.AppImage', 'a-1-x64.AppImage', 'a-1.deb']
  const release = { ...RELEASE, files: names.map((url) => ({ url, sha512: '', size: 1 })) }
  const found = (platform: NodeJS.Platform, arch: string) => fileFor(release, platform, arch)?.url ?? null
  expect(found('linux', 'x64')).toBe('a-1-x64.AppImage')
  expect(found('linux', 'arm64')).toBe('a-1-arm64.AppImage')
  expect(found('win32', 'x64')).toBe('a-1.exe')
  expect(found('darwin', 'arm64')).toBe('a-1-arm64.zip')
  expect(fileFor(RELEASE, 'win32', 'x64')).toBeNull()
})
