/**
 * Times at which something ends: at each, a venue and all of main are started, and the essentials work. The live bucket is the venue's, an order
 * fills, binary and outcome markets are offered, and the next bucket takes over by itself.
 */
import { expect, test } from '@playwright/test'
import type { OutcomesView } from '../contract/outcome.ts'
import { topicKey } from '../contract/topics.ts'
import { readJournal } from './support/journal.ts'
import { writeProfile } from './support/profile.ts'
import { reaches, submit } from './support/submit.ts'
import { newDataDir } from './support/terminal.ts'
import { importSecrets, NO_KEYCHAIN, newTrader } from './support/trader.ts'
import { startVenue, type TestVenue } from './support/venue.ts'
import { launchWindowless } from './support/windowless/index.ts'

type Windowless = Awaited<ReturnType<typeof launchWindowless>>

interface Ends {
  readonly asset: string
  readonly end: number
}
interface BucketAnswer {
  readonly current: Ends | null
  readonly next: Ends | null
  readonly server_time: number
}

const bucketOf = (venue: TestVenue): Promise<BucketAnswer> => venue.read<BucketAnswer>('/v1/bucket')

/** Start times of the venue; just before a boundary the test waits for the next bucket. */
const STARTS = [
  { at: '2026-03-04T00:00:10Z', name: 'ten seconds into a day', hasRollover: false },
  { at: '2026-03-04T01:58:30Z', name: 'in the final window of a bucket', hasRollover: true },
  { at: '2026-03-04T02:00:03Z', name: 'while a bucket settles', hasRollover: false },
  { at: '2026-03-04T23:59:30Z', name: 'half a minute before midnight', hasRollover: true },
  { at: '2026-02-28T23:58:00Z', name: 'at the end of a month', hasRollover: true },
]
/** How long before its end a bucket is watched, ms; the venue's clock is advanced there. */
const LAST_MOMENTS = 1_500
/** The part of the pause between two buckets that is skipped once main has seen the pause, ms. */
const OF_THE_PAUSE = 5_000
/** Tolerance of the countdown compared with the venue's, ms: the latency of an answer. */
const CLOSE = 1_500

async function signedIn(venue: TestVenue, userDataDir: string): Promise<Windowless> {
  const profile = writeProfile(venue.url)
  const main = await launchWindowless({ userDataDir, profile, env: NO_KEYCHAIN })
  for (const topic of ['session', 'bucket', 'binary', 'outcomes']) await main.call('watch', { topic })
  await importSecrets(main, await newTrader(venue), main.boxes)
  await expect.poll(() => main.topic('session')?.agent.state, { intervals: [20] }).toBe('approved')
  return main
}

/** Main's live asset, once it is the venue's, with the venue's countdown. */
async function agreeOnBucket(venue: TestVenue, main: Windowless): Promise<string> {
  await expect
    .poll(async () => main.topic('bucket')?.current?.asset ?? (await bucketOf(venue)).server_time, { intervals: [50] })
    .toEqual(expect.any(String))
  let asset: string | null = null
  // A jump of the venue's clock is accepted once a second answer agrees.
  const agreed = async (): Promise<string> => {
    const { current, server_time } = await bucketOf(venue)
    const shown = main.topic('bucket')
    asset = current?.asset ?? null
    if (current === null || shown?.current?.asset !== current.asset || shown.current.end !== current.end)
      return `${JSON.stringify(shown?.current)} for ${JSON.stringify(current)}`
    const left = shown.current.end - (Date.now() + shown.clockOffset)
    const apart = Math.abs(left - (current.end - server_time))
    return apart < CLOSE ? 'agreed' : `the countdown is ${apart} ms from the venue's`
  }
  await expect.poll(agreed, { intervals: [50] }).toBe('agreed')
  return asset ?? ''
}

/** An order fills, or is refused with the service's message. */
async function expectOrderAnswered(
  venue: TestVenue,
  main: Windowless,
  userDataDir: string,
  asset: string,
): Promise<void> {
  const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${asset}`)
  const order = { kind: 'place', asset, side: 'buy', size: '0.2', tif: 'IOC', reduceOnly: false } as const
  const id = await submit(main, { ...order, price: (Number(mark) * 1.01).toFixed(2) })
  const state = await reaches(userDataDir, id, ['filled', 'rejected', 'refused'])
  const action = readJournal(userDataDir).find((each) => each.id === id)
  if (state === 'filled') expect(action?.filled).toMatch(/^0\.2/)
  else expect(action?.message).toMatch(/\w+ \w+/)
}

/** The families show the venue's markets, including outcomes that can be bought. */
async function expectFamilies(venue: TestVenue, main: Windowless): Promise<void> {
  const { active_asset } = await venue.read<{ active_asset: string }>('/v1/binary/status')
  await expect.poll(() => main.topic('binary')?.bucket?.asset, { intervals: [50] }).toBe(active_asset)
  const now = (): number => Date.now() + (main.topic('bucket')?.clockOffset ?? 0)
  const trades = ({ expiry, expired, settling }: OutcomesView['markets'][number]): boolean =>
    !expired && !settling && (expiry === null || expiry > now())
  await expect.poll(() => main.topic('outcomes')?.markets.filter(trades).length, { intervals: [50] }).toBeGreaterThan(3)
  const coins = (main.topic('outcomes')?.markets ?? []).filter(trades).flatMap(({ sides }) => sides[0]?.coin ?? [])
  const books = coins.map((asset) => topicKey({ kind: 'book', asset, step: null, levels: 5 }))
  for (const topic of books) await main.call('watch', { topic })
  const bothSides = (key: string): boolean => {
    const book = main.topic(key as 'book')
    return book !== undefined && book.bids.length > 0 && book.asks.length > 0
  }
  await expect.poll(() => books.some(bothSides), { intervals: [50] }).toBe(true)
}

/** Advances the venue's clock to the bucket's last moments; the next asset goes live by itself. */
async function expectRollover(venue: TestVenue, main: Windowless, asset: string): Promise<void> {
  const { current, server_time } = await bucketOf(venue)
  const advance_ms = Math.max(0, (current?.end ?? server_time) - server_time - LAST_MOMENTS)
  await venue.control('clock', { advance_ms })
  await expect.poll(() => main.topic('bucket')?.phase, { timeout: 60_000, intervals: [50] }).toBe('settling')
  await venue.control('clock', { advance_ms: OF_THE_PAUSE })
  await expect
    .poll(() => main.topic('bucket')?.current?.asset ?? asset, { timeout: 60_000, intervals: [50] })
    .not.toBe(asset)
  expect(await agreeOnBucket(venue, main)).not.toBe(asset)
}

test.describe('a newly started venue and terminal', () => {
  for (const start of STARTS) {
    test(`${start.name} (${start.at}) show and trade the live market`, async () => {
      const venue = await startVenue(['--at', start.at])
      const userDataDir = newDataDir()
      let main: Windowless | null = null
      try {
        main = await signedIn(venue, userDataDir)
        const asset = await agreeOnBucket(venue, main)
        await expectOrderAnswered(venue, main, userDataDir, asset)
        await expectFamilies(venue, main)
        if (start.hasRollover) await expectRollover(venue, main, asset)
      } finally {
        await main?.quit()
        await venue.stop()
      }
    })
  }
})
