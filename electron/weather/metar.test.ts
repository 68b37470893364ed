import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromUnits } from '../../contract/decimal.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { type Metar, parseMetar, timeOfReport } from './metar.ts'

const RUNS = { numRuns: runs(300, 5000) }

const parsed = (text: string): Metar => {
  const found = parseMetar(text)
  if (!found.ok) throw new Error(found.error)
  return found.value
}
const issueOf = (text: string): string | null => {
  const found = parseMetar(text)
  return found.ok ? null : found.error
}

const digits = (value: number, length: number): string => String(Math.abs(value)).padStart(length, '0')
const signed = (tenths: number): string => `${tenths < 0 ? 1 : 0}${digits(tenths, 3)}`
const inBody = (celsius: number): string => `${celsius < 0 ? 'M' : ''}${digits(celsius, 2)}`
/** As stations round: half upwards. */
const rounded = (tenths: number): number => Math.floor((tenths + 5) / 10)
const text = (tenths: number): string => fromUnits(BigInt(tenths), 1)

const tenths = fc.integer({ min: -600, max: 560 })
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary)
const noise = fc.constantFrom(
  'SLP156',
  '58033',
  'P0004',
  '60012',
  '70123',
  'PK',
  'WND',
  '20032/25',
  'RAB12E30',
  '4/021',
  'TSNO',
  'PWINO',
  'CIG',
  '010V015',
)

const report = fc.record({
  prefix: fc.constantFrom('', 'METAR ', 'SPECI '),
  cor: fc.constantFrom('', 'before', 'after'),
  auto: fc.boolean(),
  day: fc.integer({ min: 1, max: 31 }),
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
  temperature: maybe(tenths),
  dewPoint: fc.constantFrom('M14', '02', '//', ''),
  isFine: fc.boolean(),
  six: fc.record({ high: maybe(tenths), low: maybe(tenths) }),
  day24: maybe(fc.tuple(tenths, tenths).map(([a, b]) => ({ high: Math.max(a, b), low: Math.min(a, b) }))),
  noise: fc.array(noise, { maxLength: 4 }),
  maintenance: fc.boolean(),
})
type Written = typeof report extends fc.Arbitrary<infer T> ? T : never

function write(one: Written): string {
  const { temperature } = one
  const remarks = [
    'AO2',
    ...one.noise,
    ...(temperature !== null && one.isFine ? [`T${signed(temperature)}${signed(-10)}`] : []),
    ...(one.six.high === null ? [] : [`1${signed(one.six.high)}`]),
    ...(one.six.low === null ? [] : [`2${signed(one.six.low)}`]),
    ...(one.day24 === null ? [] : [`4${signed(one.day24.high)}${signed(one.day24.low)}`]),
    ...(one.maintenance ? ['$'] : []),
  ]
  return [
    `${one.prefix}${one.cor === 'before' ? 'COR ' : ''}KNYC`,
    `${digits(one.day, 2)}${digits(one.hour, 2)}${digits(one.minute, 2)}Z`,
    ...(one.auto ? ['AUTO'] : []),
    ...(one.cor === 'after' ? ['COR'] : []),
    '36007KT',
    '1',
    '1/2SM',
    'R04/2000FT',
    'BKN015',
    ...(temperature === null ? [] : [`${inBody(rounded(temperature))}/${one.dewPoint}`]),
    'A2999',
    'RMK',
    ...remarks,
  ].join(' ')
}

describe('a report', () => {
  it('gives each group that carries a temperature, with its sign, and null for what is missing', () => {
    fc.assert(
      fc.property(report, (one) => {
        const found = parsed(write(one))
        const { temperature, six, day24 } = one
        const whole = temperature === null ? null : String(rounded(temperature))
        expect(found).toEqual({
          ...{ station: 'KNYC', day: one.day, hour: one.hour, minute: one.minute },
          isSpecial: one.prefix === '' ? null : one.prefix === 'SPECI ',
          isCorrected: one.cor !== '',
          isAutomatic: one.auto,
          needsMaintenance: one.maintenance,
          celsius: temperature !== null && one.isFine ? text(temperature) : whole,
          sixHours: { high: six.high === null ? null : text(six.high), low: six.low === null ? null : text(six.low) },
          day24: { high: day24 === null ? null : text(day24.high), low: day24 === null ? null : text(day24.low) },
        })
      }),
      RUNS,
    )
  })

  it('is read or refused, for any text, and a changed character never gives a temperature that no group has', () => {
    fc.assert(
      fc.property(report, fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (one, where, character) => {
        const before = write(one)
        const at = where % before.length
        const after = `${before.slice(0, at)}${character}${before.slice(at + 1)}`
        const found = parseMetar(after)
        if (!found.ok || found.value.celsius === null) return
        const { celsius } = found.value
        const negative = celsius.startsWith('-')
        const group = celsius.includes('.')
          ? `T${negative ? 1 : 0}${celsius.replace(/[-.]/g, '').padStart(3, '0')}`
          : `${celsius.replace('-', '').padStart(2, '0')}/`
        expect(after).toContain(group)
      }),
      RUNS,
    )
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (any) => {
        expect(typeof parseMetar(any).ok).toBe('boolean')
      }),
      RUNS,
    )
  })

  it('is a real one', () => {
    const real =
      'METAR KSFO 051056Z 25007KT 10SM FEW002 OVC014 14/11 A2999 RMK AO2 SLP156 T01390111 10156 20128 401780122 $'
    expect(parsed(real)).toMatchObject({
      ...{ station: 'KSFO', day: 5, hour: 10, minute: 56, isSpecial: false, celsius: '13.9', needsMaintenance: true },
      sixHours: { high: '15.6', low: '12.8' },
      day24: { high: '17.8', low: '12.2' },
    })
    expect(parsed('KTIW 181353Z AUTO 22007KT 10SM 12/12 A2970 RMK AO2 T01170117=')).toMatchObject({
      ...{ isAutomatic: true, celsius: '11.7', isSpecial: null },
    })
  })

  it.each([
    // Both of AFMAN 15-111, remark 33.
    ['401001015', { high: '10.0', low: '-1.5' }],
    ['401120084', { high: '11.2', low: '8.4' }],
    ['410051172', { high: '-0.5', low: '-17.2' }],
    ['400000000', { high: '0.0', low: '0.0' }],
    // Neither sign is a digit of the temperature.
    ['410010010', null],
    ['400100110', null],
    ['4/////////', null],
    ['40100////', null],
    ['4////0100', null],
    ['40100100', null],
    ['4010010150', null],
    ['421001015', null],
    ['40100-015', null],
    ['4010O1015', null],
  ])('with the 24-hour group %s gives %o', (group, day24) => {
    const found = parsed(`KNYC 300451Z AUTO 14/11 A2999 RMK AO2 T01390111 ${group} 58033`)
    expect(found).toMatchObject({ celsius: '13.9', day24: day24 ?? { high: null, low: null } })
  })

  it('gives the high and low of 24 hours in order or not at all, with any digits', () => {
    fc.assert(
      fc.property(tenths, tenths, (high, low) => {
        const { day24 } = parsed(`KNYC 300451Z AUTO 14/11 A2999 RMK AO2 4${signed(high)}${signed(low)}`)
        expect(day24).toEqual(low > high ? { high: null, low: null } : { high: text(high), low: text(low) })
      }),
      RUNS,
    )
  })

  it.each([
    ['', 'It does not begin with a station.'],
    ['<html><body>Access Denied</body></html>', 'It does not begin with a station.'],
    ['KNYC', 'It has no time.'],
    ['KNYC 14/11', 'It has no time.'],
    ['KNYC 321451Z 14/11', 'It has an impossible time.'],
    ['KNYC 012460Z 14/11', 'It has an impossible time.'],
    ['KNYC 301451Z 14/11 15/11 A2999', 'It has two temperatures.'],
    ['KNYC 301451Z 14/11 RMK AO2 T01390111 T01500111', 'It has two temperatures.'],
    ['KNYC 301451Z 26/11 RMK AO2 T01610111', 'It says 26 °C in its body and 16.1 °C in its remarks.'],
    [
      'KNYC 301451Z ///// A2999 RMK AO2 T01610111',
      'It has a temperature in its remarks only, and says in its body that there is none.',
    ],
    [`KNYC 301451Z ${'FEW010 '.repeat(200)}14/11`, 'It is too long.'],
  ])('%j is refused: %s', (text, issue) => {
    expect(issueOf(text)).toBe(issue)
  })

  it.each(['KNYC 301451Z NIL', 'KNYC 301451Z 36007KT 10SM ///// A2999', 'KNYC 301451Z 36007KT 10SM A2999 RMK AO2 $'])(
    '%j has no temperature',
    (text) => expect(parsed(text).celsius).toBeNull(),
  )

  it('takes no group of the body for one of the remarks', () => {
    expect(parsed('KNYC 301451Z 10142 20128 T01610111 14/11 A2999').celsius).toBe('14')
    expect(parsed('KNYC 301451Z 10142 14/11 A2999').sixHours).toEqual({ high: null, low: null })
  })
})

describe('the time of a report', () => {
  it('is the moment of its day and hour that is nearest, over the ends of months and years', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40 * 366 * 1440 }),
        fc.integer({ min: -12 * 1440, max: 12 * 1440 }),
        (minutes, off) => {
          const at = new Date(Date.UTC(2000, 0, 1) + minutes * 60_000)
          const time = { day: at.getUTCDate(), hour: at.getUTCHours(), minute: at.getUTCMinutes() }
          expect(timeOfReport(time, at.getTime() + off * 60_000)).toBe(at.getTime())
        },
      ),
      RUNS,
    )
  })

  it('is none where no month nearby has such a day', () => {
    expect(timeOfReport({ day: 31, hour: 0, minute: 0 }, Date.UTC(2026, 1, 28, 12))).not.toBe(Date.UTC(2026, 1, 31))
    expect(timeOfReport({ day: 30, hour: 0, minute: 0 }, Date.UTC(2026, 1, 14))).toBe(Date.UTC(2026, 0, 30))
  })
})
