import { describe, expect, it } from 'vitest'
import { actionCode } from '../../contract/action-code.ts'
import { millis } from '../../contract/time.ts'
import type { UnreadableRow } from '../../contract/unreadable-row.ts'
import { ASSET, type ConditionalSetup, openConditionalSetup, type TRADER } from './testing/setup.ts'

const BOTH = { stop: '570.00', target: '572.00' }

/** A triggered stop whose first close is submitted. */
async function triggered(change: Parameters<ConditionalSetup['protect']>[0] = {}): Promise<ConditionalSetup> {
  const setup = openConditionalSetup()
  await setup.protect(change)
  setup.mark('569.00')
  await setup.idle()
  expect(setup.taken.size).toBe(1)
  return setup
}
const unreadableRow = (asset: string | null): UnreadableRow =>
  ({ list: 'positions', text: '{}', asset, time: null, reason: 'No size.' }) as unknown as UnreadableRow
const sizes = (setup: ConditionalSetup) => [...setup.taken.values()].map(({ size }) => size)

describe('a triggered stop does not give up', () => {
  it('an unsent close is planned again after 0.25, 0.5, 1 and 2 s, then every 2 s', async () => {
    const setup = await triggered()
    for (const pause of [250, 500, 1_000, 2_000, 2_000, 2_000, 2_000]) {
      const before = setup.taken.size
      setup.finish('rejected', { code: actionCode('http_502'), message: 'Bad gateway.' })
      await setup.clock.advanceAsync(pause - 1)
      expect(setup.taken.size).toBe(before)
      await setup.clock.advanceAsync(1)
      expect(setup.taken.size).toBe(before + 1)
    }
    setup.finish('filled', { filled: '10' as never })
    expect(setup.states()).toEqual(['done'])
  })

  it('is reported at the first failure, every minute while the position is open, and when it is closed', async () => {
    const setup = await triggered()
    setup.notified.length = 0
    for (let second = 0; second < 125; second++) {
      setup.finish('rejected', { code: actionCode('http_502'), message: 'Bad gateway.' })
      await setup.clock.advanceAsync(1_000)
    }
    expect(setup.notified).toEqual(Array(3).fill(`Stop on ${ASSET}: position not closed`))
    setup.finish('filled', { filled: '10' as never })
    await setup.clock.advanceAsync(3_000)
    setup.finish('filled', { filled: '10' as never })
    expect(setup.notified.at(-1)).toBe(`Stop on ${ASSET}: position closed`)
  })

  it.each([
    ['minimum_value', 'Too small to sell: 7 #7010. Order must have minimum value of $10.'],
    ['rejected', 'minTradeNtlRejected'],
  ])('ends its tries once the service finds the close too small, with an error: %s', async (code, message) => {
    const setup = await triggered()
    setup.notified.length = 0
    setup.finish('rejected', { code: actionCode(code), message })
    await setup.clock.advanceAsync(60_000)
    expect(setup.taken.size).toBe(1)
    expect(setup.states()).toEqual(['failed'])
    expect(setup.notified).toEqual([`Stop on ${ASSET}: failed`])
  })

  it('is reported when its close has no result for five seconds, and every minute after that', async () => {
    const setup = await triggered()
    setup.notified.length = 0
    await setup.clock.advanceAsync(4_000)
    expect(setup.notified).toEqual([])
    await setup.clock.advanceAsync(2_000)
    expect(setup.notified).toEqual([`Stop on ${ASSET}: position not closed`])
    await setup.clock.advanceAsync(60_000)
    expect(setup.notified).toHaveLength(2)
  })

  it.each([ASSET, null])(
    'waits while the row of its position is unreadable, and closes once it is readable: of %s',
    async (asset) => {
      const setup = openConditionalSetup()
      await setup.protect()
      setup.emptyReads = Number.POSITIVE_INFINITY
      setup.unreadable = [unreadableRow(asset)]
      for (let reads = 0; reads < 10; reads++) {
        await setup.accountChanged()
        await setup.clock.advanceAsync(10_000)
      }
      expect(setup.states()).toEqual(['armed'])
      setup.mark('569.00')
      await setup.clock.advanceAsync(30_000)
      expect(setup.states()).toEqual(['triggered'])
      expect(setup.taken.size).toBe(0)
      setup.emptyReads = 0
      await setup.clock.advanceAsync(10_000)
      expect(sizes(setup)).toEqual(['10'])
    },
  )

  it('closes while a row of another market is unreadable', async () => {
    const setup = openConditionalSetup()
    await setup.protect()
    setup.unreadable = [unreadableRow('#36010')]
    setup.mark('569.00')
    await setup.clock.advanceAsync(1_000)
    expect(sizes(setup)).toEqual(['10'])
  })

  it('the rest of an IOC is closed by another one, and both are reported together', async () => {
    const setup = await triggered()
    setup.finish('cancelled', { filled: '4' as never })
    expect(setup.states()).toEqual(['triggered'])
    setup.position = '6.0000'
    await setup.clock.advanceAsync(250)
    expect(sizes(setup)).toEqual(['10', '6'])
    setup.finish('filled', { filled: '6' as never })
    expect(setup.view()[0]).toMatchObject({ state: 'done', message: 'Closed 6. 4 closed earlier.' })
  })

  it('each of its closes is recognized as its own, even after it ended and after a restart', async () => {
    const setup = await triggered()
    setup.finish('cancelled', { filled: '4' as never })
    setup.position = '6.0000'
    await setup.clock.advanceAsync(250)
    setup.finish('filled', { filled: '6' as never })
    expect(setup.states()).toEqual(['done'])
    await setup.restart()
    const closes = [...setup.taken.keys()]
    expect(closes).toHaveLength(2)
    for (const id of closes) expect(setup.conditionals.ofClose(id)).toMatchObject({ kind: 'stop', trigger: '570.00' })
    expect(setup.conditionals.ofClose('11111111-1111-4111-8111-111111111111')).toBeNull()
  })

  it('of a share of the position closes only the rest of that share', async () => {
    const setup = await triggered({ covers: '5' as never })
    expect(sizes(setup)).toEqual(['5'])
    setup.finish('cancelled', { filled: '2' as never })
    setup.position = '8.0000'
    await setup.clock.advanceAsync(250)
    expect(sizes(setup)).toEqual(['5', '3'])
    setup.finish('expired', { filled: null })
    await setup.clock.advanceAsync(500)
    expect(sizes(setup)).toEqual(['5', '3', '3'])
  })

  it('whose rest was closed by other means is done with what it closed', async () => {
    const setup = await triggered(BOTH)
    setup.finish('cancelled', { filled: '4' as never })
    setup.position = '0'
    await setup.clock.advanceAsync(10_000)
    expect(setup.view()[0]).toMatchObject({ state: 'done', message: 'Closed 4.' })
    expect(setup.states()).toEqual(['done', 'cancelled'])
  })

  it('the second of two stops at one price closes what the first one leaves, and continues where that left more', async () => {
    const setup = openConditionalSetup()
    await setup.protect({ covers: '5' as never })
    await setup.protect({ covers: '5' as never })
    setup.mark('569.00')
    await setup.idle()
    expect(sizes(setup)).toEqual(['5', '5'])
    const [first, second] = [...setup.taken.keys()] as [string, string]
    setup.finishOne(second, 'filled', { filled: '5' as never })
    setup.position = '5'
    await setup.clock.advanceAsync(500)
    expect(setup.taken.size).toBe(2)
    setup.finishOne(first, 'rejected', { code: 'reduce_only_would_increase' as never, message: 'More than there is.' })
    await setup.clock.advanceAsync(1_000)
    expect(setup.taken.size).toBeGreaterThan(2)
    setup.finish('filled', { filled: '5' as never })
    setup.position = '0'
    await setup.clock.advanceAsync(10_000)
    expect(setup.states().every((state) => state === 'done' || state === 'expired')).toBe(true)
  })

  it('one read without the position ends nothing; a second one some seconds later does', async () => {
    const setup = openConditionalSetup()
    await setup.protect()
    setup.position = '0'
    await setup.accountChanged()
    setup.position = '10.0000'
    await setup.clock.advanceAsync(10_000)
    expect(setup.states()).toEqual(['armed'])
    setup.position = '0'
    await setup.accountChanged()
    await setup.clock.advanceAsync(2_500)
    expect(setup.states()).toEqual(['armed'])
    await setup.clock.advanceAsync(1_500)
    expect(setup.states()).toEqual(['expired'])
  })

  it('that triggered waits for the position to be read again', async () => {
    const setup = openConditionalSetup()
    await setup.protect()
    setup.position = '0'
    setup.mark('569.00')
    await setup.idle()
    setup.position = '10.0000'
    await setup.clock.advanceAsync(250)
    expect(setup.taken.size).toBe(1)
  })

  it('a bucket end reported slightly later than before ends nothing', async () => {
    const setup = openConditionalSetup()
    await setup.protect()
    const current = setup.bucket?.current
    if (current == null) throw new Error('no bucket')
    setup.bucketIs({ current: { ...current, end: millis(current.end + 1) } })
    await setup.clock.advanceAsync(1_000)
    expect(setup.states()).toEqual(['armed'])
  })

  it('whose close will need a click says so when it is set, and sounds when it waits', async () => {
    const setup = openConditionalSetup()
    setup.unverifiable = { why: 'left_out', answer: 'confirm' }
    await setup.protect()
    expect(setup.notified).toEqual([`Exit on ${ASSET}: its close will need your confirmation`])
    expect(setup.view()[0]?.needs).toMatch(/need your confirmation/)
    setup.mark('569.00')
    await setup.idle()
    setup.notified.length = 0
    setup.progress({ state: 'prepared', code: 'awaiting_confirmation' })
    setup.progress({ state: 'prepared', code: 'awaiting_confirmation' })
    expect(setup.notified).toEqual([`Stop on ${ASSET}: needs your confirmation`])
  })

  it('notifies windows when its close no longer needs the trader, and when it does again', async () => {
    const setup = openConditionalSetup()
    await setup.protect()
    const reports: (string | null)[] = []
    setup.conditionals.topics.onChange(() => reports.push(setup.view()[0]?.needs ?? null))
    setup.unverifiable = { why: 'number', answer: 'confirm' }
    await setup.clock.advanceAsync(500)
    setup.unverifiable = null
    await setup.clock.advanceAsync(500)
    expect(reports).toEqual([expect.stringMatching(/will need your confirmation/), null])
  })

  it('is not set where its close would be refused', async () => {
    const setup = openConditionalSetup()
    for (const why of ['left_out', 'number'] as const) {
      setup.unverifiable = { why, answer: 'refuse' }
      await expect(setup.protect()).rejects.toThrow(/its close would never be sent/)
    }
    expect(setup.rows.size).toBe(0)
  })

  it.each([
    [
      'number',
      'confirm',
      'will need your confirmation',
      /No order has confirmed the number of NYCTMP1 yet.*will need your confirmation/,
    ],
    [
      'perhaps_number',
      'confirm',
      'may need your confirmation',
      /No order has confirmed the number of NYCTMP1 yet.*may need your confirmation/,
    ],
    [
      'perhaps_number',
      'refuse',
      'may be refused',
      /No order has confirmed the number of NYCTMP1 yet.*may be refused, according to your settings/,
    ],
  ] as const)(
    'reports when it is set that the number of its asset is missing: %s, %s',
    async (why, answer, need, text) => {
      const setup = openConditionalSetup()
      setup.unverifiable = { why, answer }
      await setup.protect()
      expect(setup.notified).toEqual([`Exit on ${ASSET}: its close ${need}`])
      expect(setup.view()[0]?.needs).toMatch(text)
    },
  )

  it.each([
    ['price', 'triggered'],
    ['size', 'triggered'],
    ['asset', 'failed'],
    ['reduce-only', 'failed'],
  ])('with a service that prepares another %s stays %s', async (field, state) => {
    const setup = await triggered()
    setup.finish('refused', { code: 'mismatch', mismatches: [{ field, request: '1', prepared: '2' }] })
    expect(setup.states()).toEqual([state])
  })

  it('closes while the price is stale, and waits only while the market is known to be closed', async () => {
    const setup = await triggered()
    setup.finish('rejected', { code: actionCode('stale_market_data'), message: 'Stale.' })
    setup.mark('569.00', { stale: true })
    await setup.clock.advanceAsync(250)
    expect(setup.taken.size).toBe(2)
    setup.finish('rejected', { code: 'market_closed', message: 'Paused.' })
    setup.mark('569.00', { status: 'paused' })
    await setup.clock.advanceAsync(20_000)
    expect(setup.taken.size).toBe(2)
    setup.mark('569.00', { status: 'active' })
    await setup.clock.advanceAsync(2_000)
    expect(setup.taken.size).toBe(3)
  })

  it('ends with the bucket, without any message', async () => {
    const setup = await triggered()
    setup.finish('rejected', { code: actionCode('http_502'), message: 'Bad gateway.' })
    setup.accountFails = true
    setup.bucketIs({ stale: true })
    await setup.clock.skip(7_203_000)
    expect(setup.view()[0]).toMatchObject({
      state: 'expired',
      message: expect.stringMatching(/before the position was closed/),
    })
  })

  it('of a plan whose close failed for good lets its target continue', async () => {
    const setup = await triggered(BOTH)
    setup.finish('refused', { code: 'declined', message: 'You chose not to.' })
    expect(setup.states()).toEqual(['failed', 'armed'])
    setup.mark('572.50')
    await setup.idle()
    expect(setup.states()).toEqual(['failed', 'submitted'])
  })

  it('is neither closed nor ended for another wallet that signs in while its close starts', async () => {
    const setup = openConditionalSetup()
    await setup.protect()
    const { address } = setup
    setup.accountTakes = 300
    setup.mark('569.00')
    await setup.clock.advanceAsync(100)
    setup.address = `0x${'cd'.repeat(20)}` as typeof TRADER
    await setup.clock.advanceAsync(5_000)
    expect(setup.taken.size).toBe(0)
    expect(setup.states()).toEqual(['triggered'])
    setup.address = address
    await setup.clock.advanceAsync(5_000)
    expect(setup.taken.size).toBe(1)
  })

  it('is not ended by a close that is missing from the list of latest actions', async () => {
    const setup = await triggered()
    setup.hideActions = true
    await setup.clock.advanceAsync(2_000)
    expect(setup.states()).toEqual(['submitted'])
  })

  it('killed between two tries continues with the next one', async () => {
    const setup = await triggered()
    setup.finish('cancelled', { filled: '4' as never })
    setup.position = '6.0000'
    await setup.restart()
    setup.mark('569.00')
    await setup.clock.advanceAsync(1_000)
    expect(setup.taken.size).toBe(2)
    setup.finish('filled', { filled: '6' as never })
    expect(setup.states()).toEqual(['done'])
  })
})

describe('a change of the machine’s clock', () => {
  it('ends no stop, armed or triggered', async () => {
    const armed = openConditionalSetup()
    await armed.protect()
    const late = await triggered()
    late.finish('rejected', { code: actionCode('http_502'), message: 'Bad gateway.' })
    late.bucketIs({ stale: true })
    for (const setup of [armed, late]) {
      setup.clock.setWall(setup.clock.now() + 10_800_000)
      await setup.clock.advanceAsync(600)
    }
    expect([armed.states(), late.states()]).toEqual([['armed'], ['submitted']])
  })
})
