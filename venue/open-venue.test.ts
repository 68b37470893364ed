import { afterEach, expect, it } from 'vitest'
import { type OpenedVenue, openVenue } from './open-venue.ts'
import { Client } from './testing/socket-client.ts'

/** The first seconds of a bucket. */
const START = Date.UTC(2026, 6, 1, 12, 0, 1)

let opened: OpenedVenue
afterEach(() => opened.close())

it('a new venue has already traded when it opens', async () => {
  opened = await openVenue({
    statePath: null,
    at: START,
    seed: 'warm',
    port: 0,
    bucketMinutes: 120,
    speed: 1,
    waitlist: false,
    mode: 'all',
    outcomes: true,
    control: false,
    wire: 'venue',
    quirks: [],
    log: () => {},
  })
  const client = await new Client(opened.venue.wsUrl).opened()
  // If a bucket has just started, the previous asset has the trades.
  client.say({ type: 'subscribe', channels: ['trades'], coins: ['NYCTMP1', 'NYCTMP2'] })
  const tapes = [await client.next('trades'), await client.next('trades')]
  expect(tapes.flatMap(({ data }) => data).length).toBeGreaterThan(5)
  client.socket.terminate()
  const { server_time } = (await (await fetch(`${opened.venue.url}/v1/bucket`)).json()) as { server_time: number }
  expect(server_time).toBeGreaterThanOrEqual(START)
  expect(server_time).toBeLessThanOrEqual(opened.now())
})
