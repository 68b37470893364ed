import { describe, expect, it } from 'vitest'
import { awaitsTransferConfirmation } from '../../contract/action.ts'
import { TRANSFER } from './testing/intents.ts'
import { failure } from './testing/model-failure.ts'
import { openTradingSetup, type TradingSetup } from './testing/setup.ts'

const NO_ANSWER = failure('no_answer', 'timeout', 'No answer.')
const TAKEN = failure('problem', 'already_submitted', 'This transfer was completed before.')
const sends = ({ venue }: TradingSetup) => venue.calls.filter(({ route }) => route === 'transferSubmit')

async function setupWith(resendTransfers: boolean): Promise<TradingSetup> {
  const setup = await openTradingSetup()
  Object.assign(setup.venue.service.profile, { resendTransfers })
  return setup
}

describe('a transfer without an answer, where the deployment allows sending it once more', () => {
  it.each([
    ['that never arrived is made by the same one sent again', false, null],
    ['that arrived is known by the answer that it was already accepted', true, TAKEN],
  ])('%s', async (_, arrived, answer) => {
    const setup = await setupWith(true)
    setup.venue.fail('transferSubmit', NO_ANSWER, arrived)
    if (answer !== null) setup.venue.fail('transferSubmit', answer)
    await setup.submit(0, TRANSFER)
    expect(setup.action(0).state).toBe('sent')
    await setup.clock.advanceAsync(1_000)
    expect(setup.action(0).state).toBe('done')
    expect(setup.venue.outcomes.usdh).toBe('800')
    expect(setup.signatures).toBe(1)
    expect(new Set(sends(setup).map(({ what }) => what)).size).toBe(1)
    expect(sends(setup)).toHaveLength(2)
  })

  it.each([
    ['no answer either', NO_ANSWER],
    [
      'a refusal, which may be for the effect of the first copy',
      failure('problem', 'insufficient_margin', 'Too little.'),
    ],
    ['the answer that it went stale', failure('problem', 'stale_prepared_action', 'Stale.')],
  ])('with %s to the second copy is left to the balances, and is not sent a third time', async (_, answer) => {
    const setup = await setupWith(true)
    setup.venue.fail('transferSubmit', NO_ANSWER, true)
    setup.venue.fail('transferSubmit', answer)
    await setup.submit(0, TRANSFER)
    await setup.clock.advanceAsync(5_000)
    expect(setup.action(0)).toMatchObject({ state: 'done' })
    expect(setup.states(0)).toContain('unknown')
    expect(sends(setup)).toHaveLength(2)
  })

  it('is not sent again after a restart, under another wallet, or when it certainly did nothing', async () => {
    const restarted = await setupWith(true)
    restarted.venue.fail('transferSubmit', NO_ANSWER)
    await restarted.submit(0, TRANSFER)
    await restarted.restart()
    await restarted.clock.advanceAsync(5_000)
    expect(sends(restarted)).toHaveLength(1)

    const other = await setupWith(true)
    other.venue.fail('transferSubmit', NO_ANSWER)
    await other.submit(0, TRANSFER)
    other.address = `0x${'cd'.repeat(20)}` as never
    await other.clock.advanceAsync(5_000)
    expect(other.action(0).state).toBe('unknown')
    expect(sends(other)).toHaveLength(1)

    const refused = await setupWith(true)
    refused.venue.fail('transferSubmit', failure('problem', 'insufficient_margin', 'Too little.'))
    await refused.submit(0, TRANSFER)
    await refused.clock.advanceAsync(5_000)
    expect(refused.action(0).state).toBe('rejected')
    expect(sends(refused)).toHaveLength(1)
  })

  it('is never sent again where the deployment does not allow it', async () => {
    const setup = await setupWith(false)
    setup.venue.fail('transferSubmit', NO_ANSWER)
    await setup.submit(0, TRANSFER)
    await setup.clock.advanceAsync(5_000)
    expect(setup.action(0).state).toBe('unknown')
    expect(sends(setup)).toHaveLength(1)
  })
})

describe('a transfer that nothing proves', () => {
  /** Made or not, something else changed the balances. */
  async function doubtful(): Promise<TradingSetup> {
    const setup = await openTradingSetup()
    await setup.restart({
      onStep: (state) => {
        if (state === 'unknown') setup.venue.outcomes.usdh = '123' as never
      },
    })
    setup.venue.fail('transferSubmit', NO_ANSWER, true)
    await setup.submit(0, TRANSFER)
    await setup.clock.advanceAsync(400_000)
    expect(setup.action(0).state).toBe('unknown')
    expect(awaitsTransferConfirmation(setup.action(0))).toBe(true)
    return setup
  }

  it.each([
    [true, 'done', null, 'You recorded it as completed.'],
    [false, 'expired', 'said_not_made', 'You recorded it as failed.'],
  ])(
    'is settled by the trader’s answer (made: %s), which is journalled as theirs and ends the reading',
    async (made, state, code, text) => {
      const setup = await doubtful()
      expect(setup.trading.inFlight()).toBe(1)
      expect(await setup.trading.settleTransfer({ actionId: setup.id(0), made })).toBe(true)
      expect(setup.action(0)).toMatchObject({ state, code })
      expect(setup.action(0).steps.at(-1)).toMatchObject({ state, detail: text })
      expect(setup.trading.inFlight()).toBe(0)
      const idle = await openTradingSetup()
      const reads: number[] = []
      for (const { clock, venue } of [setup, idle]) {
        await clock.advanceAsync(60_000)
        const before = venue.count('account')
        await clock.advanceAsync(600_000)
        reads.push(venue.count('account') - before)
      }
      expect(reads[0]).toBe(reads[1])
      await setup.restart()
      expect(setup.action(0).state).toBe(state)
      expect(await setup.trading.settleTransfer({ actionId: setup.id(0), made: !made })).toBe(false)
    },
  )

  it('waits only for its own wallet’s answer, and for none while the balances may still prove it', async () => {
    const setup = await doubtful()
    setup.address = `0x${'cd'.repeat(20)}` as never
    expect(await setup.trading.settleTransfer({ actionId: setup.id(0), made: true })).toBe(false)

    const early = await openTradingSetup()
    early.venue.fail('transferSubmit', NO_ANSWER)
    await early.submit(0, TRANSFER)
    await early.clock.advanceAsync(60_000)
    expect(early.action(0).state).toBe('unknown')
    expect(await early.trading.settleTransfer({ actionId: early.id(0), made: false })).toBe(false)
    expect(await early.trading.settleTransfer({ actionId: early.id(7), made: false })).toBe(false)
  })
})
