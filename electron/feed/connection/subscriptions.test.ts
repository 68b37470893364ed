import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import { createRecordingLog } from '../testing/recording-log.ts'
import { Subscriptions } from './subscriptions.ts'

function setUp() {
  const clock = createFakeClock()
  const log = createRecordingLog()
  const sent: { type: string; channels: string[]; coins: string[] }[] = []
  const subscriptions = new Subscriptions({ clock, log, send: (text) => sent.push(JSON.parse(text)) })
  const acknowledgeAll = () => {
    for (const message of sent.splice(0)) subscriptions.acknowledged(message)
  }
  return { clock, log, sent, subscriptions, acknowledgeAll }
}

describe('subscriptions', () => {
  it('are sent together, coins with the same channels in one message', () => {
    const { clock, sent, subscriptions } = setUp()
    subscriptions.opened()
    for (const coin of ['A', 'B']) for (const channel of ['trades', 'book'] as const) subscriptions.want(channel, coin)
    subscriptions.want('activeAssetCtx', 'C')
    clock.advance(1)
    expect(sent).toEqual([
      { type: 'subscribe', channels: ['book', 'trades'], coins: ['A', 'B'] },
      { type: 'subscribe', channels: ['activeAssetCtx'], coins: ['C'] },
    ])
  })

  it('are counted: the last to leave unsubscribes, leaving twice counts once', () => {
    const { clock, sent, subscriptions, acknowledgeAll } = setUp()
    subscriptions.opened()
    const first = subscriptions.want('book', 'A')
    const second = subscriptions.want('book', 'A')
    clock.advance(1)
    acknowledgeAll()
    first()
    first()
    clock.advance(1)
    expect(sent).toEqual([])
    second()
    clock.advance(1)
    expect(sent).toEqual([{ type: 'unsubscribe', channels: ['book'], coins: ['A'] }])
  })

  it('of a coin that the service no longer knows end silently', () => {
    const { clock, sent, subscriptions, acknowledgeAll } = setUp()
    subscriptions.opened()
    const end = subscriptions.want('outcomePrices', '#360')
    clock.advance(1)
    acknowledgeAll()
    end('quietly')
    clock.advance(10_000)
    expect(sent).toEqual([])
    expect(subscriptions.wanted).toEqual([])
  })

  it('cost nothing when wanted again at once', () => {
    const { clock, sent, subscriptions, acknowledgeAll } = setUp()
    subscriptions.opened()
    const release = subscriptions.want('book', 'A')
    clock.advance(1)
    acknowledgeAll()
    release()
    subscriptions.want('book', 'A')
    clock.advance(1)
    expect(sent).toEqual([])
  })

  it('are all sent again on every connection, and nothing without one', () => {
    const { clock, sent, subscriptions, acknowledgeAll } = setUp()
    subscriptions.want('book', 'A')
    clock.advance(1)
    expect(sent).toEqual([])
    subscriptions.opened()
    acknowledgeAll()
    subscriptions.closed()
    subscriptions.want('book', 'B')
    clock.advance(10_000)
    expect(sent).toEqual([])
    subscriptions.opened()
    expect(sent).toEqual([{ type: 'subscribe', channels: ['book'], coins: ['A', 'B'] }])
  })

  it('keep the service’s message, and survive one unknown coin', () => {
    const { clock, sent, subscriptions, log } = setUp()
    subscriptions.opened()
    subscriptions.want('book', 'A')
    subscriptions.want('book', 'JUNK')
    clock.advance(1)
    sent.length = 0
    subscriptions.failed({ code: 'unknown_asset', message: 'There is no coin "JUNK".' })
    expect(subscriptions.reason).toBe('There is no coin "JUNK".')
    expect(log.lines).toHaveLength(1)
    clock.advance(250)
    expect(sent).toEqual([
      { type: 'subscribe', channels: ['book'], coins: ['A'] },
      { type: 'subscribe', channels: ['book'], coins: ['JUNK'] },
    ])
    subscriptions.acknowledged({ type: 'subscribe', channels: ['book'], coins: ['A'] })
    sent.length = 0
    subscriptions.failed({ code: 'unknown_asset', message: 'There is no coin "JUNK".' })
    clock.advance(60_000)
    expect(sent).toEqual([])
  })

  it('are sent once more without an answer', () => {
    const { clock, sent, subscriptions } = setUp()
    subscriptions.opened()
    subscriptions.want('book', 'A')
    clock.advance(1)
    clock.advance(60_000)
    expect(sent).toHaveLength(2)
  })

  it.each([null, 7, 'x', {}, { code: 1, message: 2 }])('accept any error of the service: %o', (data) => {
    const { subscriptions } = setUp()
    subscriptions.failed(data)
    expect(subscriptions.reason).toBeTypeOf('string')
  })
})
