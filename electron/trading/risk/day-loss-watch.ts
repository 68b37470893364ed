/** Warns once per UTC day that the day's loss nears its limit: before anything is refused, and never twice for the same limit and wallet. */
import {
  compare,
  type Decimal,
  divide,
  type Money,
  multiply,
  negate,
  signOf,
  toPlaces,
} from '../../../contract/decimal.ts'
import { grouped } from '../../../contract/grouped.ts'
import { Listeners } from '../../../contract/listeners.ts'
import type { Cancel, Clock, Millis } from '../../../contract/time.ts'
import type { Limits } from './overrides.ts'

/** Warns from this share of the limit, percent. */
const DAY_LOSS_WARNS_AT = 60

const EVERY = 5_000
const DAY = 86_400_000

/** The warning, or null while there is none. Pure. */
function nearText(result: Money, dayLoss: Money | null): string | null {
  if (dayLoss === null || signOf(result) >= 0) return null
  const loss = negate(result)
  const share = toPlaces(divide(multiply(loss, '100' as Decimal), dayLoss, 6), 0, 'down')
  if (compare(share, String(DAY_LOSS_WARNS_AT) as Decimal) < 0) return null
  const reached = compare(loss, dayLoss) >= 0
  const now = `Today's loss: ${grouped(toPlaces(loss, 2, 'up'))} of ${grouped(dayLoss)} USDC, ${share} %.`
  return reached
    ? `${now} Only reducing orders go out until 00:00 UTC.`
    : `${now} At the limit, only reducing orders go out until 00:00 UTC.`
}

export function createDayLossWatch({
  result,
  limits,
  account,
  serverTime,
  clock,
}: {
  /** From cached reads: nothing is asked of the service. @throws Error where it is not known. */
  readonly result: () => Promise<Money>
  readonly limits: () => Pick<Limits, 'dayLoss'>
  /** The signed-in address; null while nobody is signed in. */
  readonly account: () => string | null
  readonly serverTime: () => Millis
  readonly clock: Pick<Clock, 'every'>
}) {
  const listeners = new Listeners<[text: string]>()
  const reports = new Set<string>()
  let ticking: Cancel | null = null
  let isLooking = false

  async function look(): Promise<void> {
    const { dayLoss } = limits()
    const who = account()
    const of = `${who} ${Math.floor(serverTime() / DAY)} ${dayLoss}`
    if (dayLoss === null || who === null || isLooking || reports.has(of)) return
    isLooking = true
    try {
      const text = nearText(await result(), dayLoss)
      if (text === null || ticking === null || account() !== who) return
      reports.add(of)
      listeners.notify(text)
    } catch {
      // An unknown result is refused when an order asks for it; there is nothing to warn of yet.
    } finally {
      isLooking = false
    }
  }

  return {
    /** Fires once, with the message. */
    onNear: listeners.on,
    start(): void {
      ticking ??= clock.every(EVERY, () => void look())
    },
    stop(): void {
      ticking?.()
      ticking = null
    },
  }
}
