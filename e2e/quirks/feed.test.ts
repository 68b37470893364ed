/** The feed with quirks of other services: a lagging replica, a wrong time, refused sockets. */
import { describe, expect, it } from 'vitest'
import { openTerminal } from './terminal.ts'

describe('replica-bucket', () => {
  it('keeps the live bucket while every other answer names the previous bucket', async () => {
    const terminal = await openTerminal()
    terminal.quirks('replica-bucket=2')
    const { current } = terminal.feed.bucket() ?? {}
    expect(current?.asset).toBe(terminal.asset)
    const requests = terminal.times('GET /v1/bucket').length
    for (let i = 0; i < 12; i++) {
      terminal.feed.refreshMarkets()
      await terminal.pass(1_000)
      expect(terminal.feed.bucket()?.current).toEqual(current)
    }
    expect(terminal.times('GET /v1/bucket').length - requests).toBeGreaterThan(11)
    expect(terminal.buckets).toEqual([current])
  })
})

describe('wrong-server-time', () => {
  it("keeps the service's time while every other answer is three hours ahead", async () => {
    const terminal = await openTerminal()
    terminal.quirks('wrong-server-time=2')
    for (let i = 0; i < 40; i++) {
      terminal.feed.refreshMarkets()
      await terminal.pass(250)
      expect(terminal.feed.measuredOffset()).toBe(0)
      expect(terminal.feed.bucket()?.phase).toBe('trading')
    }
  })
})

describe('try-again-later', () => {
  it('opens a socket every 10 s at most while each is closed with 1013, and goes live once one is not', async () => {
    const terminal = await openTerminal({ hasSocket: true })
    const state = () => terminal.feed.sources[0]?.view({ kind: 'connection' })
    expect(state()).toMatchObject({ socket: 'live' })
    terminal.quirks('try-again-later')
    terminal.venue.control.setFaults({ drop_ws: true })
    terminal.venue.control.setFaults({ drop_ws: false })
    const from = terminal.clock.now()
    await terminal.pass(60_000)
    const upgrades = terminal.times('upgrade').filter((at) => at >= from)
    expect(upgrades.length).toBeGreaterThan(2)
    for (const [i, at] of upgrades.slice(2).entries())
      expect(at - (upgrades[i + 1] ?? 0)).toBeGreaterThanOrEqual(10_000)
    terminal.quirks()
    await terminal.pass(60_000)
    expect(state()).toMatchObject({ socket: 'live' })
  })
})
