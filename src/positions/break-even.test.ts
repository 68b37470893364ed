import { afterEach, describe, expect, it } from 'vitest'
import type { ConditionalView } from '../../contract/conditional.ts'
import type { Decimal, Price } from '../../contract/decimal.ts'
import { setFormat } from '../format/index.ts'
import { breakEvenOf, breakEvenOff, breakEvenWork } from './break-even.ts'

const off = (size: string, price: string | null, mark: string | null) =>
  breakEvenOff({ size, family: 'scalar' } as never, price as never, mark as never)
const held = (change: object): ConditionalView =>
  ({
    ...{ id: 'a', kind: 'stop', state: 'armed', position: 'long', trigger: '570.65' },
    target: { family: 'scalar', asset: 'NYCTMP1', end: 0 },
    ...change,
  }) as never
const plan = (size: string, filled = '10') => ({ plan: { id: 'p', size, filled, gone: '0' } })
const POSITION = { asset: 'NYCTMP1', family: 'scalar', size: '10', entryPx: '571.00' } as never
const work = (...of: ConditionalView[]) => breakEvenWork(POSITION, '571.58' as Price, of)

describe('a stop at break-even', () => {
  it('can be set once the mark has passed it', () => {
    expect(off('40', '553.20', '553.21')).toBeNull()
    expect(off('-40', '553.20', '553.19')).toBeNull()
  })
  it.each([
    ['40', '553.20', '553.20', /not past 553.20 yet/],
    ['-40', '553.20', '553.30', /would close at once/],
    ['40', null, '553.20', /not known yet/],
    ['40', '553.20', null, /not known yet/],
  ])('%s at %s with the mark at %s is refused with the reason', (size, price, mark, text) => {
    expect(off(size, price, mark)).toMatch(text)
  })

  it('states beside DOWN that its price is of UP', () => {
    const down = { ...(POSITION as object), family: 'binary', size: '-10' } as never
    expect(breakEvenOff(down, '0.35' as Price, '0.40' as Price)).toMatch(/not past UP 0.35 yet/)
    expect(breakEvenWork(down, '0.35' as Price, []).text).toBe('Sets a stop at UP 0.35 for 10.')
  })
  it('includes a taker’s fee both ways where it is known, and is the entry where there is no fee', () => {
    const of = (change: object, bps: string | null) =>
      breakEvenOf({ ...(POSITION as object), ...change } as never, '0.01' as Price, bps as Decimal | null)
    expect(of({}, '5')).toBe('571.58')
    expect(of({ size: '-10' }, '5')).toBe('570.42')
    expect(of({}, null)).toBeNull()
    expect(of({ family: 'outcome', entryPx: '0.41' }, null)).toBe('0.41')
  })

  it('moves the existing stop instead of setting another one beside it', () => {
    expect(work(held(plan('10')))).toMatchObject({
      moves: [{ id: 'a', from: '570.65' }],
      addsTo: null,
      isNew: false,
      text: 'Moves the stop at 570.65 to 571.58.',
    })
  })
  it('keeps a better stop, and reports that there is nothing to do', () => {
    expect(work(held({ ...plan('10'), trigger: '571.60' }))).toMatchObject({ moves: [], isNew: false, open: '0' })
    expect(work(held({ ...plan('10'), trigger: '571.60' })).text).toMatch(/Its stop is already at 571\.58 or better\./)
  })
  it('is added to a plan that has targets alone, and is a new plan where there is none', () => {
    const target = held({ ...plan('5'), kind: 'take_profit', trigger: '573' })
    expect(work(target)).toMatchObject({ moves: [], addsTo: 'p', isNew: false, open: '0' })
    expect(work()).toMatchObject({ moves: [], addsTo: null, isNew: true, text: 'Sets a stop at 571.58 for 10.' })
  })
  it('covers the part without a stop, and reports what stays open', () => {
    expect(work(held(plan('4', '4')))).toMatchObject({ moves: [{ id: 'a' }], isNew: true })
    const small = { plan: { id: 'q', size: '3', filled: '3', gone: '0' } }
    const target = held({ ...small, id: 'b', kind: 'take_profit', trigger: '573' })
    expect(work(held(plan('4', '4')), target).text).toMatch(/to its exit plan\. 3 of 10 stay unprotected\./)
  })
})

describe('the price of a stop at break-even', () => {
  const usual = { zone: 'UTC', temperature: 'fahrenheit', grouping: 'comma' } as const
  afterEach(() => setFormat(usual))
  it('is in °F where its trader reads temperatures', () => {
    setFormat({ ...usual, prices: 'temperature' })
    const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ')
    expect(plain(work(held(plan('10'))).text)).toBe('Moves the stop at 70.65 °F to 71.58 °F.')
    expect(plain(off('40', '553.20', '553.20'))).toBe(
      'The mark is not past 53.20 °F yet; a stop there would close at once.',
    )
  })
})
