import { expect, it } from 'vitest'
import type { Fill } from '../../contract/account.ts'
import type { AlertFiring, AlertsView } from '../../contract/alert.ts'
import { millis } from '../../contract/time.ts'
import type { TopicChange, TopicSource } from '../topics/index.ts'
import { noticeFills, noticeFirings } from './notifier.ts'

it('a fired alert is a notice once; reports and fills, which have notices of their own, are none', () => {
  const reports: unknown[] = []
  let firings: readonly AlertFiring[] = []
  const listeners = new Set<(change: TopicChange) => void>()
  const alerts = [
    { id: 'price', rule: { kind: 'price' } },
    { id: 'fills', rule: { kind: 'fill' } },
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
  fire('', 'Stop triggered')
  expect(reports).toEqual([
    ['info', 'NYCTMP1 rose to 572'],
    ['warning', 'The token ends'],
  ])
})

it('new fills are one notice for each side of a market, and old ones none', () => {
  const reports: string[] = []
  const fill = (side: 'buy' | 'sell', size: string, price: string, time: number): Fill =>
    ({ asset: 'NYCTMP1', side, size, price, time: millis(time) }) as Fill
  const fills = [
    fill('buy', '1.5', '544.62', 100_000),
    fill('sell', '2', '544.70', 99_000),
    fill('buy', '2.50', '544.60', 98_000),
    fill('buy', '7', '544.00', 30_000),
  ]
  noticeFills(fills, 100_500, { add: (level, title, detail) => void reports.push(`${level}: ${title}. ${detail}`) })
  expect(reports).toEqual(['info: Bought 4 NYCTMP1. 2 fills, last at 544.62.', 'info: Sold 2 NYCTMP1. At 544.70.'])
})
