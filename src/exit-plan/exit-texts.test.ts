import { describe, expect, it } from 'vitest'
import type { ConditionalView } from '../../contract/conditional.ts'
import type { Price, Size } from '../../contract/decimal.ts'
import { inBothUnits } from '../../contract/testing/both-units.ts'
import { exitsLine } from './exit-labels.ts'
import { type ExitReading, type ExitTexts, inUnit, NO_EXITS, readExits, unitText, withTarget } from './exit-texts.ts'

const READING: ExitReading = {
  family: 'scalar',
  levels: 'price',
  unit: 'fahrenheit',
  shares: 'position',
  side: 'long',
  now: '554.13' as Price,
  tick: '0.02' as Price,
  held: '50' as Size,
}
const texts = (change: Partial<ExitTexts>): ExitTexts => ({ ...NO_EXITS, ...change })
const issue = (change: Partial<ExitTexts>, key: string, reading: Partial<ExitReading> = {}): string | undefined =>
  readExits(texts(change), { ...READING, ...reading }).issues.get((key === 'null' ? null : key) as never)

describe('typed exits', () => {
  it('in °F are converted to marks', () => {
    const { terms, issues } = readExits(
      texts({ stop: '53.5', targets: [{ level: '55', share: '50' }], trail: '0.25', outBefore: '30' }),
      READING,
    )
    expect([...issues]).toEqual([])
    expect(terms.stop).toEqual({ by: 'price', price: '553.5' })
    expect(terms.targets).toEqual([{ level: { by: 'price', price: '555' }, share: { of: 'position', percent: '50' } }])
    expect(terms).toMatchObject({ trail: { distance: '0.25', after: { when: 'at_once' } }, outBefore: 30 })
  })
  it.each<[string, Partial<ExitTexts>, string, RegExp, Partial<ExitReading>?]>([
    ['the typed unit', { stop: '55' }, 'stop', /Must be below 54.13 °F/],
    ['marks', { stop: '555' }, 'stop', /below 554.13 mark/, { unit: 'mark' }],
    ['a short', { stop: '53' }, 'stop', /above 54.13 °F/, { side: 'short' }],
    ['the tick', { stop: '53.51' }, 'stop', /53\.51 °F is not a multiple of the tick, 0\.02\./],
    ['text that is not a number', { stop: '54,1o' }, 'stop', /“54,1o” is not a number/],
    ['a target of zero', { targets: [{ level: '55', share: '0' }] }, 'share/0', /Must be greater than 0\./],
    ['a distance below a tick', { trail: '0.01' }, 'trail', /one tick/],
    ['more than may be covered', { stop: '53', covers: '51' }, 'covers', /At most 50/],
    ['a time as text', { outBefore: '1 min' }, 'outBefore', /Whole seconds/],
    ['a move of zero', { stop: '53', breakEven: 'moved' }, 'breakEven', /Distance is missing\./],
    [
      'a break-even alone',
      { breakEven: 'first_target' },
      'null',
      /Set a stop, a target, a trail or a time exit: a plan needs at least one\./,
    ],
    ['a missing target', { stop: '53', breakEven: 'first_target' }, 'breakEven', /no first target/],
    ['probabilities', { stop: '1.2' }, 'stop', /between 0 and 1/, { family: 'binary', unit: 'mark', tick: null }],
  ])('are checked while typing, by %s', (_what, change, key, text, reading) => {
    expect(issue(change, key, reading)).toMatch(text)
  })
  it.each([
    ['scalar', 'mark', 'mark'],
    ['scalar', 'fahrenheit', '°F'],
    ['binary', 'mark', 'of UP'],
    ['outcome', 'mark', 'a share'],
  ] as const)('have the unit of their prices in the field: %s in %s', (family, unit, text) => {
    expect(unitText(family, unit)).toBe(text)
  })
  it('request nothing while nothing is typed, and have no issue', () => {
    const { isEmpty, issues } = readExits(NO_EXITS, READING)
    expect(isEmpty).toBe(true)
    expect(issues.size).toBe(0)
  })
  it('are distances on a ticket, in any unit', () => {
    const { terms } = readExits(texts({ stop: '0.35' }), { ...READING, levels: 'distance', now: null, held: null })
    expect(terms.stop).toEqual({ by: 'distance', distance: '0.35' })
  })
  it('keep their meaning when the unit changes', () => {
    const typed = texts({ stop: '53.5', targets: [{ level: '55', share: '100' }], trail: '0.25' })
    const other = inUnit(typed, 'mark')
    expect(other).toMatchObject({ stop: '553.5', trail: '0.25' })
    expect(readExits(other, { ...READING, unit: 'mark' }).terms).toEqual(readExits(typed, READING).terms)
  })
  it('give an added target the remaining share', () => {
    const two = withTarget(NO_EXITS)
    expect(two.targets.map(({ share }) => share)).toEqual(['50', '50'])
    expect(
      withTarget({
        ...two,
        targets: [
          { level: '', share: '30' },
          { level: '', share: '30.5' },
        ],
      }).targets[2]?.share,
    ).toBe('39.5')
  })
})

describe('the exits line of a position', () => {
  const exit = (change: object): ConditionalView =>
    ({
      ...{
        kind: 'stop',
        state: 'armed',
        position: 'long',
        source: 'mark',
        trigger: '570.95',
        plan: { size: '50', terms: {} },
      },
      target: { family: 'scalar', asset: 'NYCTMP1', end: 0 },
      ...change,
    }) as never
  const about = { asset: 'NYCTMP1', side: 'long', size: '50' as Size, family: 'scalar', tick: '0.01' as Price } as const
  const planned = (size: string) => ({ plan: { size, terms: { outBefore: 30 } } })

  it('has each stop and target with its price, in the trader’s unit', () => {
    const line = exitsLine([exit(planned('50')), exit({ kind: 'take_profit', trigger: '572.32' })], about)
    expect(line).toEqual({ text: 'stop 570.95 · target 572.32', warning: null })
    // The watched price is named where it is not the mark.
    expect(exitsLine([exit({ ...planned('50'), source: 'touch' })], about).text).toBe('stop 570.95 (bid)')
  })
  inBothUnits([
    [
      'the exits of a position',
      () => exitsLine([exit(planned('50')), exit({ kind: 'take_profit', trigger: '572.32' })], about).text,
      'stop 570.95 · target 572.32',
      'stop 70.95 °F · target 72.32 °F',
    ],
  ])
  it('12 of 50 unprotected', () => {
    expect(exitsLine([exit(planned('38'))], about).warning).toBe('12 of 50 unprotected')
    expect(exitsLine([exit({ kind: 'take_profit' })], about).warning).toBe('no stop')
  })
  it('includes time exits, and excludes exits that wait, are over, or are of another side', () => {
    expect(exitsLine([exit({ ...planned('50'), kind: 'time', trigger: null })], about).text).toBe(
      'exit 30 s before the final window',
    )
    const none = [exit({ state: 'waiting' }), exit({ state: 'done' }), exit({ position: 'short' })]
    expect(exitsLine(none, about)).toEqual({ text: '', warning: null })
  })
})
