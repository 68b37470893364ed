import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../contract/testing/fake-clock.ts'
import { type Millis, millis } from '../contract/time.ts'
import { createPracticeHost, type PracticeVenue } from './practice.ts'
import { Secret } from './secrets/index.ts'

function host({ fail = false, at = null as Millis | null } = {}) {
  const clock = createFakeClock()
  const starts: (Millis | null)[] = []
  const log: string[] = []
  let count = 0
  const made = createPracticeHost({
    name: 'practice',
    directory: '/nowhere',
    at,
    clock,
    notices: { add: (_level, title, detail) => void log.push(`${title}: ${detail}`) },
    async start(_directory, from) {
      starts.push(from)
      if (fail) throw new Error('no thread')
      count += 1
      const mine = count
      log.push(`start ${mine}`)
      const directOrder = { domain: {}, types: { Order: [] }, primaryType: 'Order' }
      return {
        url: `http://127.0.0.1:${4000 + mine}`,
        wsPath: '/ws',
        directOrder,
        notices: ['The book was damaged.'],
        trader: { address: '0x', accessToken: new Secret('t'), walletKey: new Secret('k') },
        renewToken: () => void log.push(`renew ${mine}`),
        async stop() {
          await Promise.resolve()
          log.push(`stop ${mine}`)
        },
      } as unknown as PracticeVenue
    },
  })
  return { made, log, clock, starts }
}

describe('the practice venue', () => {
  it('is started once, however many want it at a time, and only its own profile gets its keys', async () => {
    const { made, log } = host()
    const [first, second] = await Promise.all([made.profile(), made.profile()])
    expect(first).toBe(second)
    expect(log).toEqual(['start 1', 'Practice venue: The book was damaged.'])
    expect(made.traderOf(first)?.accessToken.reveal()).toBe('t')
    expect(made.traderOf({ ...first })).toBeNull()
  })

  it('begins anew only once the one before has saved its books', async () => {
    const { made, log } = host()
    const first = await made.profile()
    void made.stop()
    expect(made.traderOf(first)).toBeNull()
    const second = await made.profile()
    expect(log.filter((line) => /^st/.test(line))).toEqual(['start 1', 'stop 1', 'start 2'])
    expect(second.baseUrl).not.toBe(first.baseUrl)
    await made.stop()
    await made.stop()
    expect(log.at(-1)).toBe('stop 2')
  })

  it('that is started again goes on in the time that it was given at first', async () => {
    const at = millis(Date.UTC(2026, 2, 4, 13, 10))
    const { made, clock, starts } = host({ at })
    await made.profile()
    clock.advance(90_000)
    void made.stop()
    await made.profile()
    expect(starts).toEqual([at, at + 90_000])
    const other = host()
    await other.made.profile()
    expect(other.starts).toEqual([null])
  })

  it('that did not start may be tried again, and needs no stop', async () => {
    const { made } = host({ fail: true })
    await expect(made.profile()).rejects.toThrow('no thread')
    await expect(made.profile()).rejects.toThrow('no thread')
    await made.stop()
  })
})
