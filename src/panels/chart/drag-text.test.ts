import { describe, expect, it } from 'vitest'
import { type Decimal, price, size } from '../../../contract/decimal.ts'
import { type Grip, pulledOf } from './annotations.ts'
import { type DragText, dragTextOf } from './drag-text.ts'
import { binaryDown, scalarMarket } from './testing/markets.ts'

const order = {
  kind: 'order',
  order: { side: 'buy', size: size('150.0000'), filled: size('50'), price: price('571.62') },
} as unknown as Grip
const held450 = {
  family: 'scalar',
  size: size('450'),
  entryPx: price('571.29'),
  margin: null,
  leverage: 10,
  realizedPnl: null,
}
const position = { kind: 'position', position: held450, exits: [] } as unknown as Grip
const stop = (change: object = {}): Grip =>
  ({
    kind: 'held',
    position: held450,
    held: {
      kind: 'stop',
      plan: { size: '225' },
      source: 'mark',
      direction: 'at_or_below',
      trigger: '571.62',
      ...change,
    },
  }) as unknown as Grip
const alert = {
  kind: 'alert',
  alert: { repeat: false, rule: { kind: 'price', price: price('571.62') } },
} as unknown as Grip

const at = (
  grip: Grip,
  to: string,
  now: string | null = '571.84',
  part: string | null = null,
  takerBps: Decimal | null = null,
): DragText => {
  const { view, text: message } = scalarMarket()
  return dragTextOf(grip, {
    from: price('571.62'),
    to: price(to),
    now: now === null ? null : price(now),
    priceName: 'mark',
    tick: price('0.01'),
    view,
    text: message,
    size: part === null ? null : size(part),
    takerBps,
  })
}
const spaced = (text: DragText): DragText => ({
  ...text,
  facts: text.facts.map((one) => one.replace(/\s/g, ' ')),
})

describe('the text of a dragged line', () => {
  it('has the remaining size of the order, both prices, the distance from the mark, and the loss of queue position', () => {
    expect(spaced(at(order, '571.78'))).toEqual({
      title: 'Move Buy 100: 571.62 → 571.78',
      facts: ['0.06 (0.06 °F) below the mark, 6 ticks', 'Cancel/replace: loses queue position'],
      send: 'Cancel & replace',
      off: null,
    })
  })

  it('of a stop has the size it closes and the result there', () => {
    expect(spaced(at(stop(), '570.95'))).toEqual({
      title: 'Move stop 225: 571.62 → 570.95',
      facts: [
        '0.89 (0.89 °F) below the mark, 89 ticks',
        'P&L − 76.50 USDC, before fees',
        'Local: works only while Isotherm is running',
      ],
      send: 'Move stop',
      off: null,
    })
    const target = stop({ kind: 'take_profit', direction: 'at_or_above', plan: { size: '100' } })
    expect(at(target, '572.29')).toMatchObject({ title: 'Move target 100: 571.62 → 572.29', send: 'Move target' })
    expect(at(target, '572.29').facts[1]?.replace(/\s/g, ' ')).toBe('P&L + 100.00 USDC, before fees')
    const after = at(target, '572.29', '571.84', null, '4.5' as Decimal).facts[1]
    expect(after?.replace(/\s/g, ' '), 'after the fee where its rate is known').toMatch(/^P&L . \d+\.\d\d USDC$/)
  })

  it('of a stop at the price or beyond it warns that it would close at once', () => {
    expect(at(stop(), '571.84').off).toMatch(/would close at once/)
    expect(at(stop(), '571.90').off).toMatch(/would close at once/)
    expect(at(stop(), '571.83').off).toBeNull()
    // Its source differs from what the chart draws.
    expect(at(stop({ source: 'last' }), '571.90').off).toBeNull()
  })

  it('turns a position’s line into a stop or a target by the side of the current price, with its result', () => {
    expect(spaced(at(position, '570.95'))).toMatchObject({
      title: 'Stop for Long 450 at 570.95',
      facts: [
        '0.89 (0.89 °F) below the mark, 89 ticks',
        'P&L − 153.00 USDC, before fees',
        expect.stringMatching(/Local: works only while Isotherm is running/),
      ],
      send: 'Set stop',
    })
    expect(at(position, '572.32', '571.84', '225')).toMatchObject({
      title: 'Target for Long 225 at 572.32',
      send: 'Set target',
    })
    expect(at(position, '572.32', '571.84', '225').facts[1]?.replace(/\s/g, ' ')).toBe('P&L + 231.75 USDC, before fees')
  })

  it('creates nothing exactly at the price, nor while that is unknown', () => {
    expect(at(position, '571.84').off).toMatch(/would close at once/)
    expect(at(position, '570.95', null).off).toMatch(/No mark now\./)
    expect(at(order, '571.78', null).facts).toHaveLength(1)
  })

  it('of an alert states when it triggers', () => {
    expect(at(alert, '572.00')).toMatchObject({ title: 'Move alert: 571.62 → 572.00', send: 'Move alert' })
  })

  it('states that a line dropped at its own price changes nothing', () => {
    for (const grip of [order, stop(), alert]) expect(at(grip, '571.62').off).toBe('It is already there.')
  })

  it('is for the viewed side', () => {
    const { view, text: label } = binaryDown()
    const down = { ...position, position: { ...held450, family: 'binary', size: size('-12'), entryPx: price('0.6') } }
    const message = dragTextOf(down as unknown as Grip, {
      from: price('0.6'),
      to: price('0.7'),
      now: price('0.6'),
      priceName: 'price',
      tick: price('0.001'),
      view,
      text: label,
      size: null,
      takerBps: null,
    })
    expect(message.title).toBe('Stop for DOWN 12 at 0.300')
    expect(message.facts[0]).toContain('below')
    expect(message.facts[1]?.replace(/\s/g, ' ')).toContain('− 1.20 USDC')
  })

  it.each([
    ['450', '570', 'stop'],
    ['450', '573', 'target'],
    ['-450', '570', 'target'],
    ['-450', '573', 'stop'],
    ['450', '571.84', null],
  ])('of %s at %s describes a %s', (held, to, kind) => {
    expect(pulledOf(size(held), price(to), price('571.84'))).toBe(kind)
  })
})
