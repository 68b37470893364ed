import { describe, expect, it } from 'vitest'
import type { Order } from '../contract/account.ts'
import type { AlertKind } from '../contract/alert.ts'
import { price, size } from '../contract/decimal.ts'
import { LIVE } from '../contract/market-ref.ts'
import type { Feature } from '../contract/session.ts'
import { binary, outcome, scalar } from './markets/family/testing/instruments.ts'
import { alertAt, priceEntries } from './price-menu.tsx'

const on: Feature = { on: true }
const kinds = { price: on, probability: { on: false, reason: 'Off here.' } } as unknown as Record<AlertKind, Feature>
const order = {
  oid: '7',
  asset: 'NYCTMP1',
  side: 'buy',
  price: price('571.620'),
  size: size('150.0000'),
  filled: size('50'),
} as Order

function entriesOf(change: Partial<Parameters<typeof priceEntries>[0]> = {}) {
  const done: string[] = []
  const entries = priceEntries({
    instrument: scalar(),
    price: price('571.62'),
    view: { named: (one) => one, second: () => '71.62 °F' },
    orders: [order, { ...order, oid: '8', price: price('571.63') }, { ...order, oid: '9', asset: 'NYCTMP2' }],
    kinds,
    isOwn: true,
    onTake: (side) => done.push(side),
    onAlert: (rule) => done.push(rule.kind),
    onCancel: ({ oid }) => done.push(oid),
    ...change,
  })
  return { entries, done }
}

describe('the menu at a price', () => {
  it('fills the ticket, sets an alert, and cancels own orders at exactly that price', () => {
    const { entries, done } = entriesOf()
    expect(entries.map(({ label }) => label)).toEqual([
      'Cancel buy 100 at 571.62',
      'Buy limit at 571.62 (71.62 °F)',
      'Sell limit at 571.62 (71.62 °F)',
      'Alert at 571.62 (71.62 °F)',
    ])
    for (const { onAction } of entries) onAction?.()
    expect(done).toEqual(['7', 'buy', 'sell', 'price'])
  })

  it('shows why a family takes no limit order, and why an alert cannot be watched', () => {
    const { entries } = entriesOf({ instrument: binary(), price: price('0.4'), orders: [] })
    expect(entries.map(({ impossible }) => impossible)).toEqual([
      'a prediction takes no price',
      'a prediction takes no price',
      'Off here.',
    ])
    expect(entriesOf({ kinds: null }).entries.at(-1)?.impossible).toMatch(/alerts not loaded yet/)
  })

  it('offers no order at the mark that decides another market', () => {
    expect(entriesOf({ isOwn: false }).entries.map(({ id }) => id)).toEqual(['alert'])
  })

  it('sets an alert on the live market where the panel follows it, else on its own market', () => {
    const at = price('571.62')
    expect(alertAt({ ...scalar(), ref: LIVE }, at)).toMatchObject({ kind: 'price', asset: null, price: '571.62' })
    expect(alertAt({ ...scalar(), ref: { family: 'scalar', asset: 'NYCTMP1' } }, at)).toMatchObject({
      asset: 'NYCTMP1',
    })
    expect(alertAt(outcome(360, 0), price('0.4'))).toMatchObject({ kind: 'probability', asset: '#3600' })
    expect(alertAt({ ...scalar(), asset: null }, at)).toBeNull()
  })
})
