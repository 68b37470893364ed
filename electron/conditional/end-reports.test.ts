import { describe, expect, it } from 'vitest'
import { millis } from '../../contract/time.ts'
import { ASSET, type ConditionalSetup, openConditionalSetup, type TRADER } from './testing/setup.ts'

const OPEN = `Exit on ${ASSET} ended with the position open`
const EXPIRED = `Exit plan on ${ASSET} expired`
const BOTH = { stop: '570.00', target: '572.00' } as const

/** A bucket with five seconds to go. */
function openAtEnd(): ConditionalSetup {
  const setup = openConditionalSetup()
  const end = setup.clock.now() + 5_000
  setup.bucketIs({ current: { asset: ASSET, start: millis(end - 7_200_000), end: millis(end), phaseText: null } })
  return setup
}

/** A stop and a target of a bucket that ends within this call. */
async function ended(before: (setup: ConditionalSetup) => void = () => undefined): Promise<ConditionalSetup> {
  const setup = openAtEnd()
  await setup.protect(BOTH)
  await setup.clock.advanceAsync(4_000)
  before(setup)
  await setup.clock.advanceAsync(2_000)
  expect(setup.states()).toEqual(['expired', 'expired'])
  return setup
}

describe('exits that end with their market', () => {
  it('are reported as an error with an offer to protect the position, if that is open 15 s later', async () => {
    const setup = await ended()
    await setup.clock.advanceAsync(12_000)
    expect(setup.notified).toEqual([])
    await setup.clock.advanceAsync(4_000)
    expect([setup.errors, setup.offered]).toEqual([[OPEN], [ASSET]])
    expect(setup.notified).toHaveLength(1)
  })

  it('are no error where the position ended with them', async () => {
    const setup = await ended((one) => {
      one.position = '0'
    })
    expect([setup.notified, setup.errors]).toEqual([[EXPIRED], []])
  })

  it('are no error where a read shows the position for some seconds more', async () => {
    const setup = await ended()
    setup.position = '0'
    await setup.clock.advanceAsync(20_000)
    expect([setup.notified, setup.errors]).toEqual([[EXPIRED], []])
  })

  it('are reported as an error where the account cannot be read', async () => {
    const setup = await ended((one) => {
      one.accountFails = true
    })
    await setup.clock.advanceAsync(16_000)
    expect(setup.errors).toEqual([`Exit on ${ASSET} ended; position unreadable`])
    expect(setup.offered).toEqual([])
  })

  it('ignore the positions of another wallet', async () => {
    const setup = await ended((one) => {
      one.accountOf = `0x${'cd'.repeat(20)}` as typeof TRADER
    })
    await setup.clock.advanceAsync(16_000)
    expect(setup.offered).toEqual([])
  })

  it('are reported once for a position, however many plans it had', async () => {
    const setup = openAtEnd()
    await setup.protect({ ...BOTH, covers: '4' as never })
    await setup.protect({ ...BOTH, covers: '6' as never })
    await setup.clock.advanceAsync(25_000)
    expect(setup.states().every((state) => state === 'expired')).toBe(true)
    expect(setup.errors).toEqual([OPEN])
  })

  it('are no error where the position belongs to a later bucket of the asset', async () => {
    const setup = openConditionalSetup()
    await setup.protect(BOTH)
    setup.conditionals.stop()
    await setup.clock.skip(20_000_000)
    const start = setup.clock.now()
    setup.bucketIs({ current: { asset: ASSET, start, end: millis(start + 7_200_000), phaseText: null } })
    await setup.restart()
    await setup.clock.advanceAsync(20_000)
    expect([setup.notified, setup.errors]).toEqual([[EXPIRED], []])
  })

  it.each([
    ['open', '10.0000', [OPEN]],
    ['gone', '0', []],
  ])(
    'are reported by the next start where the terminal quits before that: a position that is %s',
    async (_, position, errors) => {
      const setup = await ended()
      setup.position = position
      await setup.restart()
      await setup.clock.advanceAsync(16_000)
      expect([setup.notified, setup.errors]).toEqual([errors.length > 0 ? [OPEN] : [EXPIRED], errors])
      await setup.restart()
      await setup.clock.advanceAsync(16_000)
      expect(setup.notified).toHaveLength(1)
    },
  )

  it('are reported by the next start where the terminal quits while the account is read', async () => {
    const setup = await ended()
    setup.accountTakes = 3_000
    await setup.clock.advanceAsync(15_500)
    setup.conditionals.stop()
    await setup.clock.advanceAsync(3_000)
    expect(setup.notified).toEqual([])
    await setup.restart()
    await setup.clock.advanceAsync(22_000)
    expect(setup.notified).toEqual([OPEN])
  })

  it('are reported although the disk is full, and once more by the next start', async () => {
    const setup = await ended()
    setup.storeFails = true
    await setup.clock.advanceAsync(60_000)
    expect(setup.errors).toEqual([OPEN])
    setup.storeFails = false
    await setup.restart()
    await setup.clock.advanceAsync(16_000)
    expect(setup.errors).toEqual([OPEN, OPEN])
  })

  it('are an error even where one had triggered and could not close before the end', async () => {
    const setup = openAtEnd()
    await setup.protect()
    setup.accountFails = true
    setup.mark('569.00')
    await setup.clock.advanceAsync(600)
    expect(setup.states()).toEqual(['triggered'])
    setup.mark('569.00', { status: 'paused' })
    setup.accountFails = false
    await setup.clock.advanceAsync(25_000)
    expect(setup.states()).toEqual(['expired'])
    expect([setup.errors.at(-1), setup.offered]).toEqual([OPEN, [ASSET]])
  })
})

it('an exit whose close fails for good offers to protect its position', async () => {
  const setup = openConditionalSetup()
  await setup.protect()
  setup.mark('569.00')
  await setup.idle()
  setup.finish('refused', { code: 'declined', message: 'You chose not to.' })
  expect(setup.states()).toEqual(['failed'])
  expect([setup.errors, setup.offered]).toEqual([[`Stop on ${ASSET}: failed`], [ASSET]])
})
