import { describe, expect, it } from 'vitest'
import { breakEvenOff } from './position-menu.tsx'

const of = (size: string, price: string | null, mark: string | null, family = 'scalar') =>
  breakEvenOff({ position: { family, size } as never }, price as never, mark as never)

describe('a stop at break-even', () => {
  it('can be set once the mark is past it', () => {
    expect(of('40', '553.20', '553.21')).toBeNull()
    expect(of('-40', '553.20', '553.19')).toBeNull()
  })
  it.each([
    ['40', '553.20', '553.20', /not past 553.20 yet/],
    ['-40', '553.20', '553.30', /would close at once/],
    ['40', null, '553.20', /not known yet/],
    ['40', '553.20', null, /not known yet/],
  ])('%s at %s with the mark at %s cannot, and says why', (size, price, mark, words) => {
    expect(of(size, price, mark)).toMatch(words)
  })
  it('is not offered where fees are not known beforehand', () => {
    expect(of('40', '0.5', '0.6', 'binary')).toMatch(/by its price/)
  })
})
