/** Everything that disarms one-click and the trading keys, in one table, on practice as with real money: armed right before, and disarmed after. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS, limitIssue } from '../../../contract/limits.ts'
import { LIVE } from '../../../contract/market-ref.ts'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import { BUY } from '../testing/setup.ts'
import { createArming } from './arming.ts'

const MINUTE = 60_000

function open(practice: boolean, hotMinutes = DEFAULT_LIMITS.hotMinutes) {
  const clock = createFakeClock()
  const market = { asset: BUY.asset as string }
  const arming = createArming({
    clock,
    practice,
    limits: () => ({ ...DEFAULT_LIMITS, hotMinutes, armMinutes: 240 }),
    assetOf: () => market.asset,
    isStale: () => false,
  })
  arming.focus('w', true)
  if (!practice) arming.arm('w')
  const armed = () => {
    const intent = { ...BUY, asset: market.asset }
    const may = (by: Parameters<typeof arming.refusal>[2]) => arming.refusal('w', intent, by) === null
    const isMine = market.asset === BUY.asset
    return {
      ladder: isMine && may({ kind: 'one_click', panel: 'ladder' }),
      keys: may({ kind: 'keys', mode: 'at_once' }),
    }
  }
  const arm = (): void => {
    expect(arming.armOneClick('w', 'ladder', LIVE)).toBeNull()
    expect(arming.armKeys('w', 'at_once')).toBeNull()
  }
  return { clock, market, arming, arm, armed }
}
type Opened = ReturnType<typeof open>

const BOTH = { ladder: false, keys: false }
const after =
  (ms: number) =>
  ({ clock }: Opened): Promise<void> =>
    clock.advanceAsync(ms)

interface End {
  readonly minutes?: number
  /** Events that do not disarm them. */
  readonly before?: (opened: Opened) => Promise<void> | void
  readonly ends: (opened: Opened) => Promise<void> | void
  /** Whether each is armed afterwards. */
  readonly armedAfter: { readonly ladder: boolean; readonly keys: boolean }
}

const ENDS: Readonly<Record<string, End>> = {
  '10 minutes, unless others are set': { before: after(10 * MINUTE - 1), ends: after(1), armedAfter: BOTH },
  'a minute, the least': { minutes: 1, before: after(MINUTE - 1), ends: after(1), armedAfter: BOTH },
  'an hour, the most': { minutes: 60, before: after(60 * MINUTE - 1), ends: after(1), armedAfter: BOTH },
  '60 s without the focus': {
    async before({ arming, clock }) {
      arming.focus('w', false)
      await clock.advanceAsync(MINUTE - 1)
    },
    ends: after(1),
    armedAfter: BOTH,
  },
  'the lock of the screen, or sleep': { ends: ({ arming }) => arming.disarmAll('Locked.'), armedAfter: BOTH },
  'a reconnect, or another workspace': { ends: ({ arming }) => arming.endAllHot('Reconnected.'), armedAfter: BOTH },
  'a page that is loaded again': { ends: ({ arming }) => arming.endHot('w', 'Loaded.'), armedAfter: BOTH },
  'the end of its window': { ends: ({ arming }) => arming.closed('w'), armedAfter: BOTH },
  'another market in the ladder': {
    ends: ({ arming }) => arming.disarmOneClick('w', 'ladder', 'market'),
    armedAfter: { ladder: false, keys: true },
  },
  'a live market that went on to the next asset': {
    ends({ arming, market }) {
      market.asset = 'NEXT'
      arming.marketsMoved()
      market.asset = BUY.asset
    },
    armedAfter: { ladder: false, keys: true },
  },
  'another market for the keys': {
    ends: ({ arming }) => arming.disarmKeys('w', 'market'),
    armedAfter: { ladder: true, keys: false },
  },
}

describe.each([
  ['on practice', true],
  ['with real money', false],
])('one-click and trading keys %s', (_, practice) => {
  it('are off at opening', () => expect(open(practice).armed()).toEqual(BOTH))

  it.each(Object.entries(ENDS))('end with %s', async (_, { minutes, before, ends, armedAfter }) => {
    const opened = open(practice, minutes)
    opened.arm()
    await before?.(opened)
    expect(opened.armed()).toEqual({ ladder: true, keys: true })
    await ends(opened)
    // The window's own arming, on which both depend, ends with the window.
    if (!practice) opened.arming.arm('w')
    expect(opened.armed()).toEqual(armedAfter)
  })
})

it.each([
  ['0', false],
  ['1', true],
  ['10', true],
  ['60', true],
  ['61', false],
  ['1.5', false],
])('%s minutes can be set: %s', (minutes, can) => expect(limitIssue('hotMinutes', minutes) === null).toBe(can))
