/** The next step of moves and reversals, over all combinations of facts. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ACTION_STATES, isFinal } from '../../../contract/action.ts'
import { compare, type Size, signOf } from '../../../contract/decimal.ts'
import { isMoveUnderWay, leftToPlace, MOVE_TRANSITIONS } from '../../../contract/move.ts'
import { isReversalFinal, REVERSAL_TRANSITIONS } from '../../../contract/reversal.ts'
import { mayFollow } from '../../../contract/state-table.ts'
import { runs } from '../../../contract/testing/property-runs.ts'
import type { StoredAction, StoredMove, StoredReversal } from '../../storage/index.ts'
import { cameToNothing, type MoveFacts, nextOfMove } from './move.ts'
import { nextOfReversal, type ReversalFacts } from './reverse.ts'

const size = fc.constantFrom('0', '2', '5', '8').map((text) => text as Size)
const text = fc.constantFrom(null, 'Why not.')
const action = fc.record({
  state: fc.constantFrom(...ACTION_STATES),
  filled: fc.option(size),
  execution: fc.constant(null),
  message: text,
}) as unknown as fc.Arbitrary<StoredAction>
const refusal = fc.constantFrom(null, { code: 'internal', message: 'Too late.', field: null } as const)
const under = <State extends string>(table: Readonly<Record<State, unknown>>, isUnderWay: (state: State) => boolean) =>
  fc.constantFrom(...(Object.keys(table) as State[]).filter(isUnderWay))

const moveFacts: fc.Arbitrary<MoveFacts> = fc.record({
  by: fc.constantFrom('press', 'retry', 'nobody'),
  cancel: fc.option(action),
  isCancelSubmitted: fc.boolean(),
  isDoubtful: fc.boolean(),
  end: fc.option(
    fc.oneof(fc.constant({ kind: 'rests' } as const), fc.record({ kind: fc.constant('ended' as const), filled: size })),
  ),
  isMadeOpen: fc.boolean(),
  isAccountRead: fc.boolean(),
  placed: fc.array(fc.option(action), { maxLength: 3 }),
  blocked: refusal,
  stopped: text,
})
/** The next step with these facts; nothing was placed before the order's end was read. */
function nextMove(state: StoredMove['state'], given: MoveFacts) {
  const isCancelling = state === 'cancelling' || state === 'checking'
  const facts = isCancelling ? { ...given, placed: [] } : given
  const placeIds = facts.placed.map((_, at) => `${at}`)
  return { facts, step: nextOfMove({ state, size: '5', placeIds } as unknown as StoredMove, facts) }
}

const reversalFacts: fc.Arbitrary<ReversalFacts> = fc.record({
  mayOpen: fc.boolean(),
  close: fc.option(action),
  open: fc.option(action),
  isCloseSubmitted: fc.boolean(),
  isDoubtful: fc.boolean(),
  left: fc.oneof(size, fc.constantFrom(null, 'unread' as const)),
  blocked: refusal,
  stopped: text,
})
const reversal = (state: StoredReversal['state'], closed: Size | null): StoredReversal =>
  ({ state, size: '-5', closed, worst: '570' }) as unknown as StoredReversal

describe('a move', () => {
  it('places only after its cancel ended the order without a doubt, with its fills known and nothing against it', () => {
    let places = 0
    fc.assert(
      fc.property(under(MOVE_TRANSITIONS, isMoveUnderWay), moveFacts, (state, given) => {
        const { facts, step } = nextMove(state, given)
        if (step.do !== 'place') return
        places += 1
        const { by, cancel, end } = facts
        expect(state).toBe('reading')
        expect(by === 'retry' || (by === 'press' && cancel?.state === 'done')).toBe(true)
        expect(facts).toMatchObject({ isDoubtful: false, blocked: null, stopped: null, isAccountRead: true })
        expect(facts.placed.every(cameToNothing)).toBe(true)
        expect(end?.kind).toBe('ended')
        if (end?.kind === 'ended') expect(step.size).toBe(leftToPlace('5' as Size, end.filled))
        expect(signOf(step.size)).toBe(1)
      }),
      { numRuns: runs(20_000, 200_000) },
    )
    expect(places).toBeGreaterThan(0)
  })

  it('takes only the transitions of its table, and is never done while a new order has no result', () => {
    fc.assert(
      fc.property(under(MOVE_TRANSITIONS, isMoveUnderWay), moveFacts, (state, given) => {
        const { facts, step } = nextMove(state, given)
        if (step.do !== 'write') return
        const { state: next } = step.change
        expect(next).not.toBe(state)
        expect(mayFollow(MOVE_TRANSITIONS, state, next)).toBe(true)
        const open = facts.placed.find((one) => !cameToNothing(one))
        if (open != null)
          expect([next, isFinal(open.state) || /resting|partly/.test(open.state)]).toEqual(['moved', true])
      }),
      { numRuns: runs(5_000, 100_000) },
    )
  })
})

describe('a reversal', () => {
  it('opens only once all of the position closed without a doubt, a read shows none, and nothing is against it', () => {
    let opens = 0
    fc.assert(
      fc.property(
        under(REVERSAL_TRANSITIONS, (one) => !isReversalFinal(one)),
        fc.option(size),
        reversalFacts,
        (state, closed, facts) => {
          const step = nextOfReversal(reversal(state, closed), facts)
          if (step.do !== 'open') return
          opens += 1
          expect(state).toBe('closing')
          expect(facts).toMatchObject({ mayOpen: true, isDoubtful: false, blocked: null, stopped: null, left: '0' })
          expect(isFinal(facts.close?.state ?? 'sent')).toBe(true)
          expect(compare(step.closed, '5' as Size)).toBeGreaterThanOrEqual(0)
        },
      ),
      { numRuns: runs(20_000, 200_000) },
    )
    expect(opens).toBeGreaterThan(0)
  })

  it('takes only the transitions of its table', () => {
    fc.assert(
      fc.property(
        under(REVERSAL_TRANSITIONS, (one) => !isReversalFinal(one)),
        fc.option(size),
        reversalFacts,
        (state, closed, facts) => {
          const step = nextOfReversal(reversal(state, closed), facts)
          if (step.do !== 'write') return
          expect(isReversalFinal(step.change.state)).toBe(true)
          expect(mayFollow(REVERSAL_TRANSITIONS, state, step.change.state)).toBe(true)
        },
      ),
      { numRuns: runs(5_000, 100_000) },
    )
  })
})
