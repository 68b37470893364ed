import { describe, expect, it } from 'vitest'
import { money, price, type Size, size } from '../../contract/decimal.ts'
import type { LeverageIntent } from '../../contract/intent.ts'
import { DEFAULT_LIMITS } from '../../contract/limits.ts'
import type { WorstCaseView } from '../../contract/worst-case.ts'
import { BUY, openTradingSetup, type SetupOptions, type TradingSetup } from './testing/setup.ts'

const limited = (worstCase: string | null) => ({
  limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, worstCase: worstCase === null ? null : money(worstCase) }),
})
const shown = ({ trading }: TradingSetup): WorstCaseView | undefined => trading.topics.view({ kind: 'worst_case' })
/** 2 at 570.50, at 10×. */
const MARGIN = '114.1'
const AT_10: LeverageIntent = { kind: 'leverage', asset: BUY.asset, leverage: 10 }
/** The terminal has set the leverage. */
async function openAt10(more: SetupOptions): Promise<TradingSetup> {
  const setup = await openTradingSetup(more)
  await setup.submit(90, AT_10)
  return setup
}

describe('max loss now', () => {
  it('counts an order from its request until it is canceled', async () => {
    const setup = await openAt10(limited(null))
    await setup.clock.advanceAsync(2000)
    expect(shown(setup)?.now?.loss).toBe('0')
    void setup.trading.submit(setup.id(1), BUY)
    expect(shown(setup)?.now?.loss).toBe(MARGIN)
    await setup.clock.advanceAsync(5000)
    expect(setup.action(1).state).toBe('resting')
    expect(shown(setup)?.now).toEqual({ loss: MARGIN, parts: [{ asset: BUY.asset, loss: MARGIN }] })
    await setup.submit(2, { kind: 'cancel', asset: BUY.asset, oid: setup.action(1).oid as string, cloid: null })
    await setup.clock.advanceAsync(5000)
    expect(shown(setup)?.now?.loss).toBe('0')
  })

  it('counts automated orders of other parts of main, and their stops', async () => {
    const setup = await openAt10(limited(null))
    await setup.clock.advanceAsync(2000)
    setup.trading.addHeldRisk((account) => {
      expect(account).toBe(setup.address)
      const stop = { asset: BUY.asset, position: 'long', trigger: price('569'), bound: price('568.5') } as const
      const order = { asset: BUY.asset, side: 'buy', price: price('570.5'), size: size('2') } as const
      return { orders: [order], stops: [{ ...stop, size: size('2') }] }
    })
    expect(shown(setup)?.now?.loss).toBe('4')
  })

  it('is published to windows as prices move while one watches, and leaves no timer behind', async () => {
    const setup = await openAt10(limited(null))
    const before = setup.clock.waiting
    let reported = 0
    setup.trading.topics.onChange(({ kind }) => {
      if (kind === 'worst_case') reported += 1
    })
    setup.trading.topics.watched?.({ kind: 'worst_case' })
    expect(setup.clock.waiting).toBe(before + 1)
    const was = reported
    setup.clock.advance(1000)
    expect(reported).toBeGreaterThan(was)
    setup.trading.topics.unwatched?.({ kind: 'worst_case' })
    expect(setup.clock.waiting).toBe(before)
  })
})

describe('the max loss limit', () => {
  it('refuses the order that would exceed it, with both figures, and accepts the one before', async () => {
    const setup = await openAt10(limited('150'))
    expect((await setup.submit(1)).state).toBe('resting')
    const refused = await setup.submit(2, { ...BUY, size: '1.0000' as Size })
    expect(refused).toMatchObject({ state: 'refused', code: 'limit_worst_case', field: 'size' })
    expect(refused.message).toBe(
      'Max loss would be 171.15 USDC with every order filled and every stop at its slippage cap; your limit is 150 USDC. Max loss is 114.10 USDC without this order.',
    )
    expect((await setup.submit(3, { ...BUY, size: '0.5000' as Size })).state).toBe('resting')
  })

  it('never blocks what reduces', async () => {
    const setup = await openAt10(limited('0.01'))
    setup.venue.position = size('2')
    await setup.clock.advanceAsync(2000)
    expect((await setup.submit(1)).code).toBe('limit_worst_case')
    const reducing = await setup.submit(2, {
      ...{ ...BUY, side: 'sell', reduceOnly: true },
      ...{ price: price('571'), size: size('1') },
    })
    expect(reducing.state).toBe('filled')
    await setup.submit(3, {
      kind: 'close',
      position: 'long',
      asset: BUY.asset,
      size: null,
      protection: { kind: 'distance', distance: '3' as never, bound: null },
    })
    expect(setup.states(3)).toContain('prepared')
  })

  it('counts a moved order in place of the old one, before that is canceled', async () => {
    const setup = await openAt10(limited('150'))
    await setup.submit(1)
    await setup.clock.advanceAsync(2000)
    const move = async (number: number, of: string): Promise<unknown> => {
      const request = { requestId: setup.id(number), asset: BUY.asset, oid: setup.action(1).oid as string }
      const moving = setup.trading
        .moveOrder({ ...request, price: price('570.6'), size: of as Size }, () => null)
        .catch(String)
      await setup.clock.advanceAsync(8000)
      return moving
    }
    expect(await move(2, '3.0000')).toContain(
      'CallError: Max loss would be 171.18 USDC with every order filled and every stop at its slippage cap; your limit is 150 USDC. Max loss is 114.10 USDC without this order.',
    )
    expect(setup.action(1).state).toBe('resting')
    await move(3, '2.5000')
    expect(setup.action(1).state).toBe('cancelled')
    expect(shown(setup)?.now?.loss).toBe('142.65')
  })

  it('allows no automated stop to be loosened past it, but any change that makes it no worse', async () => {
    const setup = await openAt10(limited('12'))
    setup.venue.position = size('2')
    await setup.clock.advanceAsync(2000)
    const stop = (trigger: string, bound: string) => ({
      ...({ asset: BUY.asset, position: 'long', size: size('2') } as const),
      ...{ trigger: price(trigger), bound: price(bound) },
    })
    const held = stop('569', '568.5')
    setup.trading.addHeldRisk(() => ({ orders: [], stops: [held] }))
    const asked = async (to: ReturnType<typeof stop>): Promise<string> => {
      const asking = setup.trading.stopRefusal(held, to)
      await setup.clock.advanceAsync(2000)
      return (await asking)?.message ?? 'may'
    }
    expect(await asked(stop('560', '559.5'))).toMatch(
      /Max loss would be 23\.00 USDC with every order filled and every stop at its slippage cap; your limit is 12 USDC\. Max loss is 5\.00 USDC with the stop unmoved\./,
    )
    expect(await asked(stop('570', '569.5'))).toBe('may')
    expect(await setup.trading.stopRefusal(null, held)).toBeNull()
  })
})

describe('the leverage of an order in max loss', () => {
  const [WHOLE, AT_5] = ['1141', '228.2']

  it('is 1 until the terminal set it', async () => {
    const setup = await openTradingSetup(limited('150'))
    expect(await setup.submit(1)).toMatchObject({ state: 'refused', code: 'limit_worst_case' })
    await setup.submit(2, AT_10)
    expect((await setup.submit(3)).state).toBe('resting')
  })

  it('is the leverage that a position showed, even once that is closed', async () => {
    const setup = await openTradingSetup(limited(null))
    setup.venue.position = size('1')
    await setup.clock.advanceAsync(3000)
    setup.venue.position = size('0')
    await setup.clock.advanceAsync(10_000)
    expect((await setup.submit(1)).state).toBe('resting')
    expect(shown(setup)?.now?.loss).toBe(AT_5)
  })

  it('is the lower one while a change is under way', async () => {
    const setup = await openAt10(limited(null))
    await setup.submit(1)
    await setup.clock.advanceAsync(2000)
    setup.venue.fail('submit', 'hang', true)
    void setup.trading.submit(setup.id(2), { kind: 'leverage', asset: BUY.asset, leverage: 1 })
    await setup.clock.advanceAsync(15_000)
    expect(setup.action(2).state).toBe('sent')
    expect(shown(setup)?.now?.loss).toBe(WHOLE)
  })

  it('is what the terminal last set, however many actions followed', async () => {
    const setup = await openTradingSetup(limited(null))
    await setup.submit(90, { ...AT_10, leverage: 5 })
    await setup.submit(1, { kind: 'cancel', asset: BUY.asset, oid: '999', cloid: null })
    for (let i = 0; i < 600; i++)
      setup.journal.write({ ...setup.action(1), id: `later ${i}`, createdAt: setup.clock.now() })
    await setup.restart()
    expect((await setup.submit(2)).state).toBe('resting')
    expect(shown(setup)?.now?.loss).toBe(AT_5)
  })
})
