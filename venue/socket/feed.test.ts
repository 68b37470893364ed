import { beforeEach, describe, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { createVenueCore, type VenueCore } from '../core/index.ts'
import { Connection, MessageLimit } from './connection.ts'
import { Feed } from './feed.ts'
import { feedSources } from './sources.ts'

/** A socket that records what it is sent, with a configurable backlog. */
class FakeSocket {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  terminated = false
  readonly sent: { channel: string }[] = []
  send(message: Buffer): void {
    this.sent.push(JSON.parse(String(message)))
  }
  terminate(): void {
    this.terminated = true
  }
  close(): void {
    this.readyState = 3
  }
  count(channel: string): number {
    return this.sent.filter((message) => message.channel === channel).length
  }
}

const ACCOUNT = `0x${'aa'.repeat(20)}` as const
let core: VenueCore
let now: number
let timers: { at: number; run: () => void }[]
let feed: Feed
let live: string

beforeEach(() => {
  core = createVenueCore({ seed: 1, startTime: Date.UTC(2026, 6, 1, 12, 10), traders: false })
  core.createAccount(ACCOUNT, { usdc: '100000', usdh: '0' })
  live = core.bucket().current?.asset ?? ''
  now = 1000
  timers = []
  const after = (ms: number, run: () => void) => {
    const timer = { at: now + ms, run }
    timers.push(timer)
    return () => {
      timers = timers.filter((each) => each !== timer)
    }
  }
  const sources = feedSources({
    ...{ core, scalar: true, binary: false, outcomes: null, bookLevels: 25, marksHeldBack: () => false },
  })
  feed = new Feed({ sources, realNow: () => now, after })
})

const pass = (ms: number): void => {
  now += ms
  const due = timers.filter(({ at }) => at <= now)
  timers = timers.filter(({ at }) => at > now)
  for (const { run } of due) run()
}
let price = 500
const changeBook = (): void => {
  const order = { account: ACCOUNT, asset: live, isBuy: true, price: `${price++}`, size: '1', tif: 'GTC' } as const
  core.place({ ...order, reduceOnly: false, cloid: null })
}
const subscriber = (channels = ['book']): FakeSocket => {
  const socket = new FakeSocket()
  const connection = new Connection(socket as unknown as WebSocket, { cork: () => {}, uncork: () => {} })
  feed.add(connection)
  feed.onMessage(connection, JSON.stringify({ type: 'subscribe', channels, coins: [live] }))
  return socket
}

describe('books', () => {
  it('are sent at most once in 50 ms, and the last change is always sent', () => {
    const socket = subscriber()
    for (let ms = 0; ms < 500; ms += 5) {
      changeBook()
      pass(5)
    }
    pass(50)
    const books = socket.count('book') - 1
    expect(books).toBeGreaterThanOrEqual(9)
    expect(books).toBeLessThanOrEqual(11)
    expect(socket.sent.at(-1)).toMatchObject({ data: { levels: core.book(live, 25).levels } })
  })

  it('are skipped for a client that is behind, while trades and contexts are not', () => {
    const socket = subscriber(['book', 'activeAssetCtx'])
    socket.bufferedAmount = 2 * 1024 * 1024
    changeBook()
    core.setTemperature('71')
    pass(50)
    expect(socket.count('book')).toBe(1)
    expect(socket.count('activeAssetCtx')).toBe(2)
    socket.bufferedAmount = 0
    changeBook()
    pass(50)
    expect(socket.count('book')).toBe(2)
  })

  it('are not even built without a subscriber', () => {
    changeBook()
    expect(timers).toEqual([])
  })
})

describe('a client that stops reading', () => {
  it('is disconnected', () => {
    const socket = subscriber(['activeAssetCtx'])
    socket.bufferedAmount = 9 * 1024 * 1024
    core.setTemperature('71')
    pass(1)
    expect(socket.terminated).toBe(true)
  })
})

describe('a connection’s message limit', () => {
  it('permits 100 a second, refuses more, closes after repeated violations, and resets with time', () => {
    const limit = new MessageLimit()
    const burst = (count: number, at: number) => Array.from({ length: count }, () => limit.take(at))
    expect(burst(101, 0).at(99)).toBe('pass')
    expect(burst(1, 0)).toEqual(['refuse'])
    expect(burst(100, 1000).every((verdict) => verdict === 'pass')).toBe(true)
    expect(burst(48, 1000).every((verdict) => verdict === 'refuse')).toBe(true)
    expect(burst(1, 1000)).toEqual(['close'])
    expect(burst(101, 20_000).at(-1)).toBe('refuse')
  })
})
