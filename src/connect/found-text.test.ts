import { describe, expect, it } from 'vitest'
import type { FamilyFound } from '../../contract/connect.ts'
import { clockText, familyText, fieldOf, nothingOffered } from './found-text.ts'

const family = (
  state: FamilyFound['state'],
  markets: number | null = null,
  reason: string | null = null,
): FamilyFound => ({
  ...{ family: 'scalar', state, markets, reason },
})

describe('the description of a found service', () => {
  it.each([
    [family('offered', 2), '✓ Scalar: 2 markets'],
    [family('offered', 1), '✓ Scalar: 1 market'],
    [family('offered', 0), '✓ Scalar: available, no market now'],
    [family('offered', 1234), '✓ Scalar: 1,234 markets'],
    [family('absent', null, 'not found'), '– Scalar: not offered'],
    [family('closed', null, 'needs a token'), '– Scalar: only when signed in'],
    [family('unread', null, 'timed out'), '⚠ Scalar: could not be read'],
  ])('%j', (found, message) => {
    const { name, mark, text: label, reason } = familyText(found)
    expect(`${mark} ${name}: ${label}`).toBe(message)
    expect(reason).toBe(found.reason)
  })

  it.each([
    [null, 'The venue does not report its time.'],
    [0, 'Matches this computer within a second or two.'],
    [-1500, 'Matches this computer within a second or two.'],
    [1501, '2 s ahead of this computer’s'],
    [-119_000, '119 s behind this computer’s'],
    [150_000, '3 min ahead of'],
    [-3 * 3_600_000, '3 h behind'],
    [267 * 86_400_000, '267 days ahead of'],
  ])('a clock that is %j ms ahead', (ms, text) => {
    expect(clockText(ms)).toContain(text)
  })

  it('reports where nothing could be traded, but not where signing in may change that', () => {
    expect(nothingOffered({ families: [family('absent'), family('unread')] })).toContain(
      'No market family answered. You can add it; Isotherm retries while a window uses it.',
    )
    expect(nothingOffered({ families: [family('absent'), family('closed')] })).toBeNull()
    expect(nothingOffered({ families: [family('offered', 0)] })).toBeNull()
  })

  it.each([
    [null, null],
    ['baseUrl', 'address'],
    ['address', 'address'],
    ['network', 'network'],
    ['name', 'name'],
    ['directOrder.domain', 'file'],
    ['routes.history', 'file'],
  ])('an error about %s is shown at %s', (about, field) => {
    expect(fieldOf(about)).toBe(field)
  })
})
