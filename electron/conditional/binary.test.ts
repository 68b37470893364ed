import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isConditionalFinal } from '../../contract/conditional.ts'
import { compare, type Price } from '../../contract/decimal.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { BINARY, openBinarySetup } from './testing/setup.ts'

const STOP = { stop: '0.500' as Price }
const BOTH = { stop: '0.500' as Price, target: '0.600' as Price }

describe('a conditional order on binary contracts', () => {
  it('is active until the end of the bucket, and closes contracts of UP like a long', async () => {
    const setup = openBinarySetup('36.81')
    await setup.protect(STOP)
    const end = setup.binary?.bucket?.end
    expect(setup.view()[0]).toMatchObject({
      target: { family: 'binary', asset: BINARY, end },
      position: 'long',
      direction: 'at_or_below',
    })
    setup.mark('0.501')
    expect(setup.states()).toEqual(['armed'])
    setup.mark('0.500')
    await setup.idle()
    expect([...setup.taken.values()]).toEqual([
      {
        kind: 'close',
        asset: BINARY,
        position: 'long',
        size: '36.81',
        protection: { kind: 'distance', distance: '0.10', bound: '0.50' },
      },
    ])
    expect(
      setup
        .view()[0]
        ?.steps.map(({ detail }) => detail)
        .join(' '),
    ).toMatch(/The mark was UP 0\.500/)
    setup.finish('filled', { filled: '36.81' as never })
    expect(setup.states()).toEqual(['done'])
  })
  it('stops contracts of DOWN when UP rises', async () => {
    const setup = openBinarySetup('-20')
    await setup.protect({ stop: '0.600', covers: '10' as never })
    expect(setup.view()[0]).toMatchObject({ position: 'short', direction: 'at_or_above' })
    setup.mark('0.400')
    expect(setup.states()).toEqual(['armed'])
    setup.mark('0.612')
    await setup.idle()
    expect([...setup.taken.values()]).toMatchObject([{ asset: BINARY, size: '10' }])
  })
  it('goes to break-even without the account’s fee, which is one of scalar markets', async () => {
    const setup = openBinarySetup('10')
    setup.entryPx = '0.520'
    const plan = await setup.plan({
      terms: {
        ...{ stop: { by: 'price', price: STOP.stop }, targets: [], trail: null, outBefore: null },
        breakEven: { when: 'moved', distance: '0.020' as Price },
      },
    })
    setup.mark('0.560')
    expect(setup.exit(plan, 'stop')).toMatchObject({ trigger: '0.520', plan: { moved: 'break_even' } })
  })
  it('on the last price triggers on a print of UP', async () => {
    const setup = openBinarySetup('5')
    await setup.protect({ ...STOP, source: 'last' })
    setup.mark('0.400', { last: '0.550' as never })
    expect(setup.states()).toEqual(['armed'])
    const print = { tid: '1', asset: BINARY, side: 'sell', px: '0.499', sz: '1', time: setup.clock.now() }
    setup.conditionals.onTrade(print as never)
    expect(setup.states()).toEqual(['triggered'])
  })
  it('keeps its prices subscribed while it is active, without any window', async () => {
    const setup = openBinarySetup('5')
    expect([...setup.needed]).toEqual([])
    const [id = ''] = await setup.protect(STOP)
    expect([...setup.needed]).toEqual([BINARY])
    await setup.restart()
    expect([...setup.needed]).toEqual([BINARY])
    setup.conditionals.cancel(id)
    expect([...setup.needed]).toEqual([])
  })
  it.each<[string, Parameters<ReturnType<typeof openBinarySetup>['binaryIs']>[0], RegExp]>([
    ['while binary markets are paused', { status: { paused: true } }, /binary markets are paused/],
    ['before its trading phase', { bucket: { phase: 'staging' } }, /not trading/],
    ['once it has settled', { status: { phase: 'settled' } }, /not trading/],
    ['while no asset is live', { bucket: { asset: null } }, /not trading/],
  ])('is paused %s, and shows that', async (_when, change, text) => {
    const setup = openBinarySetup('5')
    await setup.protect(STOP)
    setup.binaryIs(change)
    setup.mark('0.400')
    expect(setup.states()).toEqual(['armed'])
    expect(setup.view()[0]?.paused).toMatch(text)
    setup.binaryIs({ status: { paused: false, phase: 'ramp' }, bucket: { phase: 'ramp', asset: BINARY } })
    expect(setup.states()).toEqual(['triggered'])
  })
  it('concludes nothing while the binary markets have not been read', async () => {
    const setup = openBinarySetup('5')
    await setup.protect(STOP)
    setup.binary = null
    setup.mark('0.400')
    await setup.clock.advanceAsync(1_000)
    expect(setup.states()).toEqual(['armed'])
    expect(setup.view()[0]?.paused).toMatch(/Paused: the active binary market is unknown\./)
  })
  it.each(['market_closed', 'binary_wrong_phase'] as const)(
    'whose close was refused with %s closes again once it can',
    async (code) => {
      const setup = openBinarySetup('5')
      await setup.protect(STOP)
      setup.mark('0.490')
      await setup.idle()
      setup.finish('rejected', { code, message: 'Not now.' })
      setup.binaryIs({ status: { paused: true } })
      setup.mark('0.490')
      await setup.clock.advanceAsync(3_000)
      expect(setup.taken.size).toBe(1)
      setup.binaryIs({ status: { paused: false } })
      setup.mark('0.480')
      await setup.clock.advanceAsync(1_000)
      expect(setup.taken.size).toBe(2)
      setup.finish('filled', { filled: '5' as never })
      expect(setup.states()).toEqual(['done'])
    },
  )
  it('ends with its bucket, by the clock', async () => {
    const setup = openBinarySetup('5')
    await setup.protect(STOP)
    await setup.clock.skip(7_200_000)
    expect(setup.states()).toEqual(['expired'])
  })
  it('expires when its direction was sold, or turned', async () => {
    const setup = openBinarySetup('5')
    await setup.protect(STOP)
    setup.position = '-3'
    await setup.accountChanged()
    await setup.clock.advanceAsync(4_000)
    expect(setup.states()).toEqual(['expired'])
  })
  it.each<[string, object, RegExp]>([
    ['on the wrong side', { stop: '0.550' }, /The stop must be below UP 0\.550 \(mark\); UP 0\.550 is not\./],
    ['that is no probability', { stop: null, target: '1' }, /between 0 and 1/],
    ['off the tick', { stop: '0.5005' }, /multiple of 0.001/],
    ['for a market that is not live', { asset: 'GBETB' }, /lists no market GBETB/],
  ])('%s is refused, and nothing is set', async (_what, change, text) => {
    const setup = openBinarySetup('5')
    await expect(setup.protect(change)).rejects.toThrow(text)
    expect(setup.rows.size).toBe(0)
  })
  it('of contracts with an unknown lot closes no parts of them, and all of them at its stop', async () => {
    const setup = openBinarySetup('5')
    const { binary } = setup
    if (binary === null) throw new Error('no markets')
    setup.binary = { ...binary, markets: binary.markets.map((market) => ({ ...market, sizeDecimals: null })) }
    await expect(setup.protect({ ...STOP, target: '0.600' })).rejects.toThrow(/cannot be closed in parts/)
    await setup.protect(STOP)
    setup.mark('0.490')
    await setup.idle()
    expect([...setup.taken.values()]).toMatchObject([{ size: '5' }])
  })
})

describe('on random paths of the price of UP', () => {
  const message = fc.record({ mills: fc.integer({ min: 480, max: 620 }), stale: fc.boolean() })
  it('a stop and its target fire exactly when a fresh mark is at or through one of its triggers, and never both', async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(message, { maxLength: 20 }), async (isUp, path) => {
        const setup = openBinarySetup(isUp ? '5' : '-5')
        const exits = isUp ? BOTH : { stop: BOTH.target, target: BOTH.stop }
        await setup.protect(exits)
        let expected: 'stop' | 'take_profit' | null = null
        for (const { mills, stale } of path) {
          const mark = `0.${mills}` as Price
          setup.mark(mark, { stale })
          await setup.idle()
          if (!stale && expected === null) {
            if (compare(mark, '0.5' as Price) <= 0) expected = isUp ? 'stop' : 'take_profit'
            else if (compare(mark, '0.6' as Price) >= 0) expected = isUp ? 'take_profit' : 'stop'
          }
          const fired = [...setup.rows.values()].filter(({ state }) => state === 'submitted')
          expect(fired.map(({ kind }) => kind)).toEqual(expected === null ? [] : [expected])
          const live = [...setup.rows.values()].filter(({ state }) => !isConditionalFinal(state))
          expect(live).toHaveLength(2)
        }
        expect(setup.taken.size).toBe(expected === null ? 0 : 1)
      }),
      { numRuns: runs(15, 1_000) },
    )
  })
})
