import { describe, expect, it } from 'vitest'
import type { Millis } from '../../../contract/time.ts'
import type { StoredAction } from '../../storage/index.ts'
import { createAbsence } from './absence.ts'

const CREATED = 1_700_000_000_000
const SLACK = 5_000
const action = (at?: number): StoredAction =>
  ({
    id: 'a',
    createdAt: CREATED,
    prepared: { orderId: 'o', actionHash: '0x01', nonce: 1, expiresAt: null, ...(at === undefined ? {} : { at }) },
  }) as unknown as StoredAction

describe('the earliest effect of an action', () => {
  it('goes by the service’s clock as it was when the action was prepared, however far that clock has moved since', () => {
    const absence = createAbsence(() => 600_000)
    expect(absence.earliest(action(CREATED + 20))).toBe(CREATED + 20 - SLACK)
  })

  it('goes by the clock as it is now where that was not kept', () => {
    expect(createAbsence(() => -1_000).earliest(action())).toBe(CREATED - 1_000 - SLACK)
  })
})

describe('what has no expiry', () => {
  it('is past all chance five minutes after it was prepared, by the service’s clock as it was then', () => {
    const absence = createAbsence(() => 600_000)
    const sent = {
      ...action(CREATED),
      steps: [{ state: 'sent', at: CREATED, detail: null }],
    } as unknown as StoredAction
    const passes = (began: number) => [1, 2].map(() => absence.isAbsent(sent, began as Millis))
    expect(passes(CREATED + 304_999)).toEqual([false, false])
    expect(passes(CREATED + 305_000)).toEqual([false, true])
  })

  it.each(['sent', 'signed'])(
    'T: counts the five minutes from when it was %s, however long the wallet took to sign',
    (last) => {
      const absence = createAbsence(() => 600_000)
      const LATE = 290_000
      const sent = {
        ...action(CREATED + 70),
        steps: [
          { state: 'prepared', at: CREATED + 40, detail: null },
          { state: last, at: CREATED + 40 + LATE, detail: null },
        ],
      } as unknown as StoredAction
      const passes = (began: number) => [1, 2].map(() => absence.isAbsent(sent, began as Millis))
      expect(passes(CREATED + 70 + LATE + 304_999)).toEqual([false, false])
      expect(passes(CREATED + 70 + LATE + 305_000)).toEqual([false, true])
    },
  )
})
