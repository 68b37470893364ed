import { afterEach, expect, it } from 'vitest'
import { type OpenedVenue, openVenue } from './open-venue.ts'
import { Client } from './testing/socket-client.ts'

/** The first seconds of a bucket. */
const START = Date.UTC(2026, 6, 1, 12, 0, 1)

let opened: OpenedVenue
afterEach(() => opened.close())

it('a new venue has traded before its first visitor comes', async () => {
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
    log: () => {},
  })
  const client = await new Client(opened.venue.wsUrl).opened()
  // A bucket may just have begun: then the asset of the one before has the trades.
  client.say({ type: 'subscribe', channels: ['trades'], coins: ['NYCTMP1', 'NYCTMP2'] })
  const tapes = [await client.next('trades'), await client.next('trades')]
  expect(tapes.flatMap(({ data }) => data).length).toBeGreaterThan(5)
  client.socket.terminate()
  const { server_time } = (await (await fetch(`${opened.venue.url}/v1/bucket`)).json()) as { server_time: number }
  expect(server_time).toBeGreaterThanOrEqual(START)
  expect(server_time).toBeLessThanOrEqual(opened.now())
})

it('a venue without traders of its own has a mark, and nothing in its book', async () => {
  opened = await openVenue({
    ...{ statePath: null, at: START + 600_000, seed: 'quiet', port: 0, bucketMinutes: 120, speed: 1, waitlist: false },
    ...{ mode: 'all', outcomes: true, control: false, traders: false, log: () => {} },
  })
  const read = async (path: string) => (await fetch(`${opened.venue.url}${path}`)).json() as Promise<unknown>
  const { current } = (await read('/v1/bucket')) as { current: { asset: string } }
  expect(await read(`/v1/book?asset=${current.asset}`)).toMatchObject({ levels: [[], []] })
  expect(await read(`/v1/ticker?asset=${current.asset}`)).toMatchObject({ mark: expect.stringMatching(/^\d+\.\d+$/) })
})
