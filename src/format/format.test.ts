import { afterEach, describe, expect, it } from 'vitest'
import { decimal, fahrenheit, price } from '../../contract/decimal.ts'
import { fahrenheitOfMark } from '../../contract/mark.ts'
import { createFormat, type FormatChoices } from './format.ts'
import {
  averagePrice,
  countdown,
  fahrenheitText,
  recordedPrice,
  setFormat,
  temperatureOf,
  timeText,
  validLeft,
} from './index.ts'

const NBSP = '\u00a0'
const USUAL: FormatChoices = { zone: 'UTC', temperature: 'fahrenheit', grouping: 'comma' }
const usual = createFormat(USUAL)
const format = (choices: Partial<FormatChoices>) => createFormat({ ...USUAL, ...choices })

describe('decimal text on screen', () => {
  it.each([
    ['0', '0', '0', '0'],
    ['999', '999', '999', '999'],
    ['1000', '1,000', `1${NBSP}000`, '1000'],
    ['-10412.8600', '−10,412.8600', `−10${NBSP}412.8600`, '−10412.8600'],
    ['1234567.1234567', '1,234,567.1234567', `1${NBSP}234${NBSP}567.1234567`, '1234567.1234567'],
    [
      '123456789012345678901234567890',
      '123,456,789,012,345,678,901,234,567,890',
      '123 456 789 012 345 678 901 234 567 890'.replaceAll(' ', NBSP),
      '123456789012345678901234567890',
    ],
  ])('groups the thousands of %s as chosen and keeps every digit', (value, comma, space, none) => {
    expect(usual.grouped(decimal(value))).toBe(comma)
    expect(format({ grouping: 'space' }).grouped(decimal(value))).toBe(space)
    expect(format({ grouping: 'none' }).grouped(decimal(value))).toBe(none)
  })

  it.each([
    ['324.00', `+${NBSP}324.00`],
    ['-2', `−${NBSP}2`],
    ['0.00', '0.00'],
  ])('writes the sign of %s', (value, text) => {
    expect(usual.signed(decimal(value))).toBe(text)
  })

  it.each([
    ['0', '0.00', '0.00'],
    ['3.312819', '3.31', `+${NBSP}3.31`],
    ['-15.648427', '−15.65', `−${NBSP}15.65`],
    ['10412.8', '10,412.80', `+${NBSP}10,412.80`],
    ['0.01', '0.01', `+${NBSP}0.01`],
    ['0.0099', '<0.01', `+${NBSP}<0.01`],
    ['-0.000001', '−<0.01', `−${NBSP}<0.01`],
  ])('writes money of %s to the cent, and less than a cent as less', (value, plain, withSign) => {
    expect(usual.money(decimal(value))).toBe(plain)
    expect(usual.signedMoney(decimal(value))).toBe(withSign)
  })

  it('writes averages with the decimals of their family or one more, single prices with every digit', () => {
    expect(averagePrice('scalar', price('545.318980222222'))).toBe('545.319')
    expect(averagePrice('scalar', price('545.3'))).toBe('545.30')
    expect(averagePrice('binary', price('0.99458976159'))).toBe('0.9946')
    expect(averagePrice('outcome', price('0.42'))).toBe('0.420')
    expect(averagePrice('outcome', null)).toBe('—')
    expect(recordedPrice('scalar', price('545.3'))).toBe('545.30')
    expect(recordedPrice('outcome', price('0.12345'))).toBe('0.12345')
  })

  it('adds zeros up to a number of decimals and removes no digit', () => {
    expect(usual.atPlaces(decimal('1.5'), 4)).toBe('1.5000')
    expect(usual.atPlaces(decimal('1.23456'), 2)).toBe('1.23456')
    expect(usual.atPlaces(null, 2)).toBe('—')
  })
})

describe('temperatures on screen', () => {
  const celsius = format({ temperature: 'celsius' })

  it('are °F with the decimals of the mark', () => {
    expect(usual.temperatureOf(price('571.80'))).toBe(`71.80${NBSP}°F`)
    expect(usual.temperatureOf(price('499.5'))).toBe(`−0.5${NBSP}°F`)
    expect(usual.temperatureOf(null)).toBe('—')
    expect(usual.degrees(decimal('0.03'))).toBe(`0.03${NBSP}°F`)
  })

  it.each([
    ['571.80', '22.11'],
    ['571.84', '22.13'],
    ['532', '0.0'],
    ['532.00', '0.00'],
    ['531.99', '−0.01'],
    ['460.00', '−40.00'],
    ['712.0', '100.0'],
    // 0.005 is rounded half up, unlike the nearest float: 32.009 °F is 0.005 °C.
    ['532.009', '0.005'],
    ['532.01', '0.01'],
  ])('are °C of mark %s where chosen, exactly converted and rounded half up', (mark, text) => {
    expect(celsius.temperatureOf(price(mark))).toBe(`${text}${NBSP}°C`)
    expect(celsius.temperatureFigure(fahrenheitOfMark(price(mark)))).toBe(text)
  })

  it('a distance has no freezing-point offset', () => {
    expect(celsius.degrees(decimal('0.50'))).toBe(`0.28${NBSP}°C`)
    expect(celsius.degrees(decimal('9'))).toBe(`5.0${NBSP}°C`)
  })
})

describe('times on screen', () => {
  const winter = Date.UTC(2026, 10, 22, 3, 8, 2, 9)
  const summer = Date.UTC(2026, 6, 1, 23, 59, 59, 999)

  it('are UTC unless another zone is chosen', () => {
    expect(usual.time(winter)).toBe('03:08:02')
    expect(usual.timeMs(winter)).toBe('03:08:02.009')
    expect(usual.moment(winter)).toBe('2026-11-22 03:08 UTC')
  })

  it.each([
    ['America/New_York', winter, '22:08:02', '2026-11-21 22:08 EST', '21 Nov'],
    ['America/New_York', summer, '19:59:59', '2026-07-01 19:59 EDT', '1 Jul'],
    ['Europe/Berlin', summer, '01:59:59', '2026-07-02 01:59 CEST', '2 Jul'],
    ['Asia/Kathmandu', winter, '08:53:02', '2026-11-22 08:53 GMT+5:45', '22 Nov'],
    ['Europe/London', winter, '03:08:02', '2026-11-22 03:08 GMT', '22 Nov'],
  ])('are in %s by its clock and calendar, with its name', (zone, at, time, moment, day) => {
    const there = format({ zone })
    expect([there.time(at), there.moment(at), there.day(at)]).toEqual([time, moment, day])
  })

  it('follow the clock change to the second', () => {
    const newYork = format({ zone: 'America/New_York' })
    const change = Date.UTC(2026, 10, 1, 6)
    expect([newYork.time(change - 1000), newYork.zone(change - 1000)]).toEqual(['01:59:59', 'EDT'])
    expect([newYork.time(change), newYork.zone(change)]).toEqual(['01:00:00', 'EST'])
  })

  it('are a dash where no calendar has them', () => {
    for (const at of [Number.NaN, 8.64e15 + 1]) {
      expect([usual.time(at), format({ zone: 'Asia/Tokyo' }).day(at)]).toEqual(['—', '—'])
    }
  })

  it.each([
    [-5, '0 s'],
    [0, '0 s'],
    [1, '1 s'],
    [59_001, '1 min 00 s'],
    [2_477_000, '41 min 17 s'],
    [3_720_000, '1 h 02 min'],
    [86_399_000, '23 h 59 min'],
    [86_400_000, '1 d 0 h'],
    [22_700_700_000, '262 d 17 h'],
  ])('counts %d ms down as %s', (ms, text) => {
    expect(countdown(ms).replaceAll(NBSP, ' ')).toBe(text)
  })

  it('shows the remaining validity of an approval', () => {
    expect(validLeft(29.5 * 86_400_000).replaceAll(NBSP, ' ')).toBe('29 d left')
    expect(validLeft(7_200_000).replaceAll(NBSP, ' ')).toBe('2 h left')
    expect(validLeft(3_600_000).replaceAll(NBSP, ' ')).toBe('1 h left')
    expect(validLeft(3_599_999).replaceAll(NBSP, ' ')).toBe('59 min left')
    expect(validLeft(60_000).replaceAll(NBSP, ' ')).toBe('1 min left')
    expect(validLeft(59_999).replaceAll(NBSP, ' ')).toBe('60 s left')
    expect(validLeft(1).replaceAll(NBSP, ' ')).toBe('1 s left')
    expect(validLeft(0)).toBe('expired')
  })
})

describe("the window's format", () => {
  afterEach(() => setFormat(USUAL))

  it('applies to every text of the window, except values in the market’s unit', () => {
    setFormat({ zone: 'America/New_York', temperature: 'celsius', grouping: 'none' })
    expect(timeText(Date.UTC(2026, 10, 22, 3, 8, 2))).toBe('22:08:02')
    expect(temperatureOf(price('571.80'))).toBe(`22.11${NBSP}°C`)
    expect(fahrenheitText(fahrenheit('72.5'))).toBe(`72.5${NBSP}°F`)
  })

  it('stays unchanged for an unknown time zone', () => {
    expect(() => setFormat({ ...USUAL, zone: 'Mars/Olympus' })).toThrow(RangeError)
    expect(timeText(0)).toBe('00:00:00')
  })
})

describe('prices of temperature markets', () => {
  it.each([
    ['mark', 'fahrenheit', '554.13', '54.13 °F'],
    ['temperature', 'fahrenheit', '54.13 °F', '554.13'],
    ['temperature', 'celsius', '54.13 °F', '554.13'],
    ['mark', 'celsius', '554.13', '12.29 °C'],
  ] as const)('%s first, in %s', (prices, temperature, first, beside) => {
    const { scalarPrice, scalarPriceBeside } = format({ prices, temperature })
    const mark = price('554.13')
    expect([scalarPrice(mark), scalarPriceBeside(mark)].map((text) => text.replace('\u00a0', ' '))).toEqual([
      first,
      beside,
    ])
  })
})
