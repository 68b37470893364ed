import { describe, expect, it } from 'vitest'
import type { Fill } from '../../contract/account.ts'
import type { ActionRecord } from '../../contract/action.ts'
import type { AlertFiring, AlertsView } from '../../contract/alert.ts'
import { Listeners } from '../../contract/listeners.ts'
import { millis } from '../../contract/time.ts'
import type { TopicChange, TopicSource } from '../topics/index.ts'
import { noticeFills, noticeFirings, noticeRefusals } from './event-notices.ts'

/** Nothing is known of any market. */
const UNKNOWN = { outcome: () => null }

it('a fired alert is a notice once; reports, fills and ends of positions, which have notices of their own, are none', () => {
  const reports: unknown[] = []
  let firings: readonly AlertFiring[] = []
  const listeners = new Set<(change: TopicChange) => void>()
  const alerts = [
    { id: 'price', rule: { kind: 'price' } },
    { id: 'fills', rule: { kind: 'fill' } },
    { id: 'ends', rule: { kind: 'position_end' } },
  ]
  const topics: TopicSource = {
    kinds: ['alerts'],
    view: () => ({ firings, alerts }) as unknown as AlertsView as never,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const fire = (alertId: string, title: string, isActing = false): void => {
    const firing = { seq: firings.length + 1, alertId, title, text: 'w', at: millis(1), isActing, isSilent: false }
    firings = [firing, ...firings]
    for (let twice = 0; twice < 2; twice += 1) {
      for (const listener of listeners) listener({ kind: 'alerts', asset: null })
    }
  }
  fire('price', 'before')
  noticeFirings({ topics }, { add: (level, title) => void reports.push([level, title]) })
  fire('price', 'NYCTMP1 rose to 572')
  fire('price', 'The token ends', true)
  fire('fills', 'Filled')
  fire('ends', 'Position closed')
  fire('', 'Stop triggered')
  expect(reports).toEqual([
    ['info', 'NYCTMP1 rose to 572'],
    ['warning', 'The token ends'],
  ])
})

it('new fills are one notice for each side of a market; old ones and settlements are none', () => {
  const reports: string[] = []
  const fill = (side: 'buy' | 'sell', size: string, price: string, time: number): Fill =>
    ({ asset: 'NYCTMP1', side, size, price, time: millis(time) }) as Fill
  const fills = [
    fill('buy', '1.5', '544.62', 100_000),
    fill('sell', '2', '544.70', 99_000),
    fill('buy', '2.50', '544.60', 98_000),
    fill('buy', '7', '544.00', 30_000),
    { ...fill('sell', '4', '545.00', 100_000), cause: 'settlement' as const },
  ]
  noticeFills(fills, 100_500, UNKNOWN, {
    add: (level, title, detail) => void reports.push(`${level}: ${title}. ${detail}`),
  })
  expect(reports).toEqual(['info: Bought 4 NYCTMP1. 2 fills, last at 544.62.', 'info: Sold 2 NYCTMP1. At 544.70.'])
})

describe('a refused order', () => {
  const place = { kind: 'place', asset: 'NYCTMP1', side: 'buy', price: '544.60', size: '4.0', tif: 'GTC' }
  const action = (id: string, change: object): ActionRecord =>
    ({ id, intent: place, state: 'refused', code: null, message: 'Too large.', updatedAt: 200, ...change }) as never

  /** The notices of these lists of actions, published one after the other. */
  function noticesOf(...lists: readonly (readonly ActionRecord[])[]): readonly string[] {
    const reports: string[] = []
    const changes = new Listeners<[TopicChange]>()
    let current: readonly ActionRecord[] = []
    const actions: TopicSource = { kinds: ['actions'], view: () => current as never, onChange: changes.on }
    const notices = {
      add: (level: string, title: string, text: string) => void reports.push(`${level}: ${title}. ${text}`),
    }
    noticeRefusals(actions, { clock: { now: () => millis(100) }, facts: UNKNOWN, notices })
    for (const list of lists) {
      current = list
      changes.notify({ kind: 'actions', asset: null })
    }
    return reports
  }

  it('is a notice once, by the terminal or by the venue, with the reason', () => {
    const [own, theirs] = [action('1', {}), action('2', { state: 'rejected', message: 'no margin' })]
    expect(noticesOf([action('1', { state: 'checked' })], [own], [theirs, own])).toEqual([
      'warning: Refused: buy 4 NYCTMP1 at 544.60. Too large.',
      'warning: Refused: buy 4 NYCTMP1 at 544.60. no margin',
    ])
  })

  it.each([
    ['cancel in NYCTMP1', { kind: 'cancel', asset: 'NYCTMP1', oid: '7', cloid: null }],
    [
      'close NYCTMP1 at market',
      {
        kind: 'close',
        asset: 'NYCTMP1',
        position: 'long',
        size: null,
        protection: { kind: 'worst', price: '540', bound: null },
      },
    ],
    [
      'close 2 NYCTMP1 at market',
      {
        kind: 'close',
        asset: 'NYCTMP1',
        position: 'long',
        size: '2.00',
        protection: { kind: 'worst', price: '540', bound: null },
      },
    ],
    [
      'UP for 20 USDC',
      {
        kind: 'binary_predict',
        asset: 'NYCBIN1',
        direction: 'UP',
        amount: '20.00',
        protection: { kind: 'worst', price: '0.6' },
      },
    ],
    [
      'sell 10 #36010 at 0.42',
      { kind: 'outcome_order', asset: '#36010', side: 'sell', size: '10', mode: { kind: 'limit', price: '0.42' } },
    ],
  ])('is named as the trader asked for it: %s', (text, intent) => {
    expect(noticesOf([action('1', { intent })])).toEqual([`warning: Refused: ${text}. Too large.`])
  })

  it('is no notice from before the start, when the trader discarded it, or of automated orders, which report it', () => {
    const quiet = [
      action('1', { updatedAt: 50 }),
      action('2', { code: 'declined' }),
      action('3', { code: 'not_confirmed' }),
      action('4', { held: { id: 'x', what: 'Stop' } }),
      action('5', { attempt: { of: '4', number: 2 } }),
      action('6', { intent: { kind: 'leverage', asset: 'NYCTMP1', leverage: 2 } }),
      action('7', { state: 'filled' }),
    ]
    expect(noticesOf(quiet)).toEqual([])
  })
})
