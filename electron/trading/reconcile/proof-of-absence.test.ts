import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import type { Millis } from '../../../contract/time.ts'
import type { StoredAction } from '../../storage/index.ts'
import { createProofOfAbsence, type ProofOfAbsence } from './proof-of-absence.ts'

const CREATED = 1_700_000_000_000
const SLACK = 5_000
const action = (at?: number): StoredAction =>
  ({
    id: 'a',
    createdAt: CREATED,
    prepared: { orderId: 'o', actionHash: '0x01', nonce: 1, expiresAt: null, ...(at === undefined ? {} : { at }) },
  }) as unknown as StoredAction

describe('the earliest effect of an action', () => {
  it('uses the service’s clock at the time of the prepare, however far that clock has moved since', () => {
    const absence = createProofOfAbsence(() => 600_000, createFakeClock())
    expect(absence.earliest(action(CREATED + 20))).toBe(CREATED + 20 - SLACK)
  })

  it('uses the current clock where that was not stored', () => {
    expect(createProofOfAbsence(() => -1_000, createFakeClock()).earliest(action())).toBe(CREATED - 1_000 - SLACK)
  })
})

const withSteps = (steps: readonly (readonly [state: string, at: number])[], more: object = {}): StoredAction => ({
  ...action(CREATED),
  ...more,
  steps: steps.map(([state, at]) => ({ state, at: CREATED + at, detail: null })) as never,
})
const passes = (absence: ProofOfAbsence, sent: StoredAction, began: number) =>
  [1, 2].map(() => absence.countAbsent(sent, began as Millis))

describe('an action without an expiry', () => {
  it('cannot arrive any more five minutes after it was prepared, by the service’s clock at that time', () => {
    const clock = createFakeClock()
    const absence = createProofOfAbsence(() => 600_000, clock)
    const sent = withSteps([['sent', 0]])
    expect(passes(absence, sent, CREATED + 304_999)).toEqual([false, false])
    clock.advance(SLACK)
    expect(passes(absence, sent, CREATED + 304_999)).toEqual([false, false])
    expect(passes(absence, sent, CREATED + 305_000)).toEqual([false, true])
  })
})

describe('a wallet signature', () => {
  it.each(['sent', 'signed'])(
    'counts the five minutes from when it was %s, however long the wallet took to sign',
    (last) => {
      const clock = createFakeClock()
      const absence = createProofOfAbsence(() => 600_000, clock)
      clock.advance(SLACK)
      const LATE = 290_000
      const sent = {
        ...action(CREATED + 70),
        steps: [
          { state: 'prepared', at: CREATED + 40, detail: null },
          { state: last, at: CREATED + 40 + LATE, detail: null },
        ],
      } as unknown as StoredAction
      const passes = (began: number) => [1, 2].map(() => absence.countAbsent(sent, began as Millis))
      expect(passes(CREATED + 70 + LATE + 304_999)).toEqual([false, false])
      expect(passes(CREATED + 70 + LATE + 305_000)).toEqual([false, true])
    },
  )
})

describe('a jump of the wall clock', () => {
  const sent = withSteps(
    [
      ['prepared', 0],
      ['sent', 50],
    ],
    {
      prepared: { orderId: 'o', actionHash: '0x01', nonce: 1, expiresAt: CREATED + 30_000, at: CREATED },
    },
  )

  it('proves no absence of what was sent in this run: its life is measured', () => {
    const clock = createFakeClock()
    const absence = createProofOfAbsence(() => 0, clock)
    absence.sent(sent)
    const leapt = CREATED + 3_600_000
    expect(passes(absence, sent, leapt)).toEqual([false, false])
    clock.advance(34_949)
    expect(passes(absence, sent, leapt)).toEqual([false, false])
    clock.advance(1)
    expect(passes(absence, sent, leapt)).toEqual([false, true])
  })

  it('costs actions of an earlier run a few seconds of looking', () => {
    const clock = createFakeClock()
    const absence = createProofOfAbsence(() => 0, clock)
    expect(passes(absence, sent, CREATED + 3_600_000)).toEqual([false, false])
    clock.advance(SLACK)
    expect(passes(absence, sent, CREATED + 3_600_000)).toEqual([false, true])
  })
})

describe('the expiry inside the signed payload', () => {
  it('counts where it is later than the one that the service names', () => {
    const clock = createFakeClock()
    const absence = createProofOfAbsence(() => 0, clock)
    const prepared = { orderId: 'o', actionHash: '0x01', nonce: 1, expiresAt: CREATED + 1_000 } as const
    const sent = withSteps([['sent', 0]], { prepared: { ...prepared, expiresAfter: CREATED + 60_000, at: CREATED } })
    clock.advance(SLACK)
    expect(passes(absence, sent, CREATED + 64_999)).toEqual([false, false])
    expect(passes(absence, sent, CREATED + 65_000)).toEqual([false, true])
  })
})
