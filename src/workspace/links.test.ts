import { afterEach, describe, expect, it } from 'vitest'
import type { Instrument } from '../../contract/instrument.ts'
import { LIVE, type MarketRef } from '../../contract/market-ref.ts'
import { TopicStore } from '../market-data/index.ts'
import { createFakeBridge, createFakeClock } from '../testing/index.ts'
import { chooseMarket, firstToEnd, followLinks } from './links.ts'
import { panelInstance, putPanel, shownMarketOf, usePanelInstances } from './panel-instances.ts'

const outcome = (outcomeId: number): MarketRef => ({ family: 'outcome', outcomeId, side: 0 })
const market = (ref: MarketRef, end: number | null, text = 'open'): Instrument =>
  ({ here: true, family: ref.family, ref, end, phase: { state: text, text: '' } }) as never

describe('the initial outcome of a link group', () => {
  it('is the tradable one with the earliest expiry', () => {
    const instruments = [
      market(LIVE, 1),
      market(outcome(1), 50),
      market(outcome(2), 20, 'settling'),
      market(outcome(3), 30),
      market(outcome(4), null),
    ]
    expect(firstToEnd('outcome', { instruments })).toEqual(outcome(3))
  })

  it('is null while there is none', () => {
    expect(firstToEnd('outcome', { instruments: [market(LIVE, 1), market(outcome(2), 20, 'over')] })).toBeNull()
  })
})

describe('a market chosen from a list', () => {
  afterEach(() => usePanelInstances.setState({ panels: {} }))

  function open() {
    const fake = createFakeBridge()
    const clock = createFakeClock()
    const store = new TopicStore({ bridge: fake.bridge, clock, onError: () => undefined })
    store.start()
    const stop = followLinks(store, async () => null as never)
    putPanel({ id: 'book-1', kind: 'book', market: { by: 'pin', market: LIVE }, options: {} })
    const name = (ref: MarketRef) => store.read({ kind: 'instrument', market: ref })?.here
    return { fake, clock, store, stop, name }
  }

  it('is known to the panel as soon as it is shown', () => {
    const { fake, clock, store, stop, name } = open()
    store.subscribe({ kind: 'markets' }, () => undefined)
    fake.publish({ kind: 'markets' }, { instruments: [market(outcome(7), 1)], waiting: [], errors: [] })
    fake.flush()
    clock.frame()
    chooseMarket('book-1', outcome(7), async () => null as never)
    expect([shownMarketOf(panelInstance('book-1')?.market ?? null), name(outcome(7))]).toEqual([outcome(7), true])
    chooseMarket('book-1', outcome(8), async () => null as never, market(outcome(8), 1))
    expect(name(outcome(8))).toBe(true)
    stop()
  })

  it('uses main’s data where that is already subscribed', () => {
    const { fake, clock, store, stop } = open()
    const topic = { kind: 'instrument', market: outcome(7) } as const
    store.subscribe(topic, () => undefined)
    fake.publish(topic, { here: false, ref: outcome(7), key: 'outcome/7/0', title: 'outcome 7', reason: '' } as never)
    fake.flush()
    clock.frame()
    chooseMarket('book-1', outcome(7), async () => null as never, market(outcome(7), 1))
    expect(store.read(topic)?.here).toBe(false)
    stop()
  })
})
