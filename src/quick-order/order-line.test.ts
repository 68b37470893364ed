import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDecimal } from '../../contract/decimal.ts'
import { parseOrderLine } from './order-line.ts'

const order = (more: object) => ({
  kind: 'order',
  side: 'buy',
  size: '50',
  named: null,
  price: { kind: 'typed', value: '71.5', unit: 'fahrenheit' },
  tif: 'GTC',
  reduceOnly: false,
  exits: null,
  ...more,
})

const AT_MARKET = { price: { kind: 'market' }, tif: 'IOC' }
const degrees = (value: string) => ({ kind: 'typed', value, unit: 'fahrenheit' })

describe('an order typed in one line', () => {
  it.each([
    ['buy 50 @ 71.5F', order({})],
    ['BUY 50@71.5f post', order({ tif: 'ALO' })],
    ['b 50 at 71.5°F', order({})],
    [
      'sell 10 @ 571.62 ioc',
      order({ side: 'sell', size: '10', price: { kind: 'typed', value: '571.62', unit: 'own' }, tif: 'IOC' }),
    ],
    ['buy 30 yes @ 0.62', order({ size: '30', named: 'yes', price: { kind: 'typed', value: '0.62', unit: 'own' } })],
    ['buy 30 no @ 62%', order({ size: '30', named: 'no', price: { kind: 'typed', value: '62', unit: 'percent' } })],
    [
      'sell 1.5000 @ ask post reduce',
      order({ side: 'sell', size: '1.5000', price: { kind: 'quote', quote: 'ask' }, tif: 'ALO', reduceOnly: true }),
    ],
    ['buy 5 @ mid', order({ size: '5', price: { kind: 'quote', quote: 'mid' } })],
    [
      'buy 50 @ 71.5F post stop 71.2F target 72F',
      order({ tif: 'ALO', exits: { stop: degrees('71.2'), targets: [{ price: degrees('72'), percent: '100' }] } }),
    ],
    ['buy 50 @ 71.5F sl 71.2F ioc', order({ tif: 'IOC', exits: { stop: degrees('71.2'), targets: [] } })],
    [
      'buy 50 @ 71.5F tp @ 72F 40% target 73F 60%',
      order({
        exits: {
          stop: null,
          targets: [
            { price: degrees('72'), percent: '40' },
            { price: degrees('73'), percent: '60' },
          ],
        },
      }),
    ],
    ['buy 5', order({ size: '5', ...AT_MARKET })],
    ['sell 5 mkt', order({ side: 'sell', size: '5', ...AT_MARKET })],
    ['buy 2 market reduce', order({ size: '2', ...AT_MARKET, reduceOnly: true })],
    ['buy 2 @ market', order({ size: '2', ...AT_MARKET })],
    ['buy 30 yes', order({ size: '30', named: 'yes', ...AT_MARKET })],
    ['buy 5 stop 70F', order({ size: '5', ...AT_MARKET, exits: { stop: degrees('70'), targets: [] } })],
    ['tp 545.5', { kind: 'exit', role: 'target', price: { kind: 'typed', value: '545.5', unit: 'own' } }],
    ['sl 544', { kind: 'exit', role: 'stop', price: { kind: 'typed', value: '544', unit: 'own' } }],
    ['cancel buys', { kind: 'cancel', which: 'buys' }],
    ['cancel all', { kind: 'cancel', which: 'all' }],
    ['cancel last', { kind: 'cancel', which: 'last' }],
    ['Flatten', { kind: 'flatten' }],
    ['close half', { kind: 'close', much: { of: 'half' } }],
    ['close all', { kind: 'close', much: { of: 'all' } }],
    ['close 10', { kind: 'close', much: { of: 'size', size: '10' } }],
    ['close 25%', { kind: 'close', much: { of: 'percent', value: '25' } }],
    ['reverse', { kind: 'reverse' }],
    ['orders', { kind: 'orders' }],
    ['stop 53.2F', { kind: 'exit', role: 'stop', price: { kind: 'typed', value: '53.2', unit: 'fahrenheit' } }],
    ['target @ 572', { kind: 'exit', role: 'target', price: { kind: 'typed', value: '572', unit: 'own' } }],
    ['predict up 25', { kind: 'predict', direction: 'UP', amount: '25', worst: null }],
    ['predict down 25 @ 0.45', { kind: 'predict', direction: 'DOWN', amount: '25', worst: '0.45' }],
  ])('%s', (line, read) => {
    expect(parseOrderLine(line)).toEqual(read)
  })

  it.each([
    ['buy', 'The size is missing'],
    ['buy 50 post', 'Market orders do not rest: “post” needs a price.'],
    ['buy 50 mkt gtc', 'Market orders do not rest: “gtc” needs a price.'],
    ['buy 50 @', 'No price after @: enter a number, bid, mid, ask or market.'],
    [
      'buy 71,5 @ 571',
      'The size “71,5” is ambiguous. Type 71.5 or 715, with a decimal point and no thousands separator.',
    ],
    [
      'buy 5 @ 71,5',
      'The price “71,5” is ambiguous. Type 71.5 or 715, with a decimal point and no thousands separator.',
    ],
    [
      'buy 1,234,567 @ 571',
      'The size “1,234,567” is ambiguous. Type 1234567, with a decimal point and no thousands separator.',
    ],
    [
      "buy 1'234 @ 571",
      "The size “1'234” is ambiguous. Type 1.234 or 1234, with a decimal point and no thousands separator.",
    ],
    ['buy 0 @ 571', 'greater than 0'],
    ['buy -5 @ 571', 'greater than 0'],
    ['buy 1e3 @ 571', '“1e3” is not a number'],
    ['buy fifty @ 571', '“fifty” is not a number'],
    ['buy 5 571', '“571” is not a side. Put @ before the price: buy 3 @ 545.'],
    ['buy 5 yes maybe @ 0.5', 'is not understood before the price'],
    ['buy 5 @ 571 ioc post', 'Choose IOC or ALO, not both.'],
    ['buy 5 @ 571 now', '“now” is not understood'],
    ['buy 5 @ 571; sell 5 @ 572', 'One order at a time'],
    ['buy 5 @ 571 & sell 5 @ 572', 'One order at a time'],
    ['buy 5 @ 571 stop', 'The price of the stop is missing'],
    [
      'buy 5 @ 571 stop bid',
      '“bid” moves with the market; a stop needs a fixed price. Type stop or target and a price: stop 571.2, target 72F.',
    ],
    [
      'buy 5 @ 571 stop 70,5F',
      'The stop: The price “70,5” is ambiguous. Type 70.5 or 705, with a decimal point and no thousands separator.',
    ],
    ['buy 5 @ 571 stop 570 stop 569', 'Only one stop: it closes the full fill.'],
    ['buy 5 @ 571 target 572 target 573', 'Enter the share of each target: target 72F 50% target 73F 50%.'],
    ['buy 5 @ 571 target 572 0% target 573 50%', 'The share of a target must be greater than 0'],
    ['buy 5 @ 571 target 572 120%', 'A target cannot close more than 100%'],
    ['buy 5 @ 571 stop 570 post target 572', 'Put stop and targets together at the end.'],
    ['sell 5 @ 571 reduce stop 572', 'reduce only closes'],
    ['cancel buys now', '“now” is not allowed: type cancel buys only.'],
    ['close half now', '“now” is not allowed: type close half only.'],
    ['close 1,5', 'The size “1,5” is ambiguous. Type 1.5 or 15, with a decimal point and no thousands separator.'],
    ['close 0', 'must be greater than 0'],
    ['close -5', 'must be greater than 0'],
    ['close 120%', 'At most 100% can be closed.'],
    ['reverse half', '“half” is not allowed: type reverse only.'],
    ['stop there', 'The price “there” is not a number. Type stop and a price: stop 571.5, stop 71.5F, stop 0.62.'],
    ['stop bid', '“bid” moves with the market; a stop needs a fixed price. Type stop and a price'],
    ['target 72F 73F', '“73f” is not allowed: type target 72f only.'],
    [
      'predict sideways 25',
      '“sideways” is not a direction: use up or down. Example: predict up 25, or predict down 25 @ 0.45',
    ],
    ['predict up', 'USDC amount missing. Example: predict up 25, or predict down 25 @ 0.45'],
    ['predict up 0', 'must be greater than 0'],
    [
      'predict up 25 0.45',
      '“0.45” is not understood after the amount. Example: predict up 25, or predict down 25 @ 0.45',
    ],
    ['predict up 25 @ 71F', '“71f” is not between 0 and 1. Example: predict up 25, or predict down 25 @ 0.45'],
    ['predict up 25 @ 0.45 now', '“now” is not allowed: type the worst price only.'],
    ['flatten NYCTMP1', '“nyctmp1” is not allowed: flatten covers every market.'],
  ])('%s is refused: %s', (line, text) => {
    const read = parseOrderLine(line)
    expect(read?.kind === 'wrong' ? read.why : read).toContain(text)
  })

  it.each([
    '',
    'b',
    's',
    'buyer',
    'show limits',
    'close limits',
    'cancel',
    'cancel the drag',
    'constructor 5 @ 3',
    '5 @ 3',
  ])('is not recognized in: %s', (line) => {
    expect(parseOrderLine(line)).toBeNull()
  })

  const digits = fc.stringMatching(/^(0|[1-9][0-9]{0,8})(\.[0-9]{1,9})?$/)

  it('keeps every digit of numbers', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('buy', 'sell'),
        digits,
        digits,
        fc.constantFrom('', 'post', 'ioc', 'gtc'),
        (side, size, price, tif) => {
          const read = parseOrderLine(`${side} ${size} @ ${price} ${tif}`)
          if (/^0(\.0+)?$/.test(size)) {
            expect(read?.kind).toBe('wrong')
            return
          }
          expect(read).toMatchObject({ side, size, price: { value: price } })
        },
      ),
    )
  })

  it('is only produced by text with plain numbers, and parsing never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc
            .array(
              fc.constantFrom(
                'buy',
                'sell',
                '5',
                '1,5',
                '@',
                'post',
                'stop',
                'target',
                '50%',
                'yes',
                '0.5',
                ';',
                'ask',
                '-1',
                '1e9',
                '٣',
              ),
              { maxLength: 8 },
            )
            .map((terms) => terms.join(' ')),
        ),
        (text) => {
          const read = parseOrderLine(text)
          if (read?.kind !== 'order') return
          expect(parseDecimal(read.size)).toBe(read.size)
          expect(text).toMatch(/^\s*(b|buy|s|sell)\s/i)
          if (read.price.kind === 'typed') expect(parseDecimal(read.price.value)).toBe(read.price.value)
        },
      ),
    )
  })
})
