import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareVersions, isSystemAtLeast, parseVersion } from './release.ts'

/** Each comes after the one before it: the example of semver.org, and what this terminal has. */
const RISING = [
  ...['0.1.0', '0.9.9', '0.10.0', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2'],
  ...['1.0.0-beta.11', '1.0.0-rc.1', '1.0.0', '1.0.1', '1.2.0', '1.10.0', '2.0.0-beta.1', '2.0.0'],
]

describe('versions', () => {
  it('are ordered by semantic versioning', () => {
    for (const [i, a] of RISING.entries()) {
      for (const [j, b] of RISING.entries())
        expect([a, b, Math.sign(compareVersions(a, b))]).toEqual([a, b, Math.sign(i - j)])
    }
    expect(compareVersions('1.0.0+linux', '1.0.0+windows')).toBe(0)
  })

  it('have one order, in either direction of comparison', () => {
    const part = fc.oneof(fc.nat(30).map(String), fc.constantFrom('alpha', 'beta', 'rc', 'x-1'))
    const version = fc
      .tuple(fc.nat(3), fc.nat(3), fc.nat(3), fc.array(part, { maxLength: 3 }))
      .map(([a, b, c, before]) => `${a}.${b}.${c}${before.length === 0 ? '' : `-${before.join('.')}`}`)
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(Math.sign(compareVersions(a, b))).toBe(-Math.sign(compareVersions(b, a)) + 0)
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
          expect(compareVersions(a, c)).toBeLessThanOrEqual(0)
        if (compareVersions(a, b) === 0) expect(a).toBe(b)
      }),
    )
  })

  it.each([
    ...['', '1', '1.2', 'v1.2.3', '=1.2.3', '1.2.3.4', '01.2.3', '1.2.3-', '1.2.3-01', ' 1.2.3', '1.2.3\n', '1.2.3-é'],
    ...['1.2.3+', '1.2.x', 'latest', '9007199254740992.0.0', `1.2.3-${'a'.repeat(300)}`],
  ])('do not include %j, and nothing is decided by it', (text) => {
    expect(parseVersion(text)).toBeNull()
    expect(() => compareVersions('1.2.3', text)).toThrow(RangeError)
  })

  it.each<[string, string, boolean]>([
    ['10.0.26100', '10.0.19045', true],
    ['10.0.19045', '10.0.19045', true],
    ['10.0.17763', '10.0.19045', false],
    ['6.8.0-45-generic', '5.15', true],
    ['24.1.0', '24', true],
    ['23.6.0', '24', false],
    ['unknown', '1', false],
    ['10.0.26100', 'unknown', false],
  ])('of a system: %s is at least %s: %s', (release, minimum, is) => {
    expect(isSystemAtLeast(release, minimum)).toBe(is)
  })
})
