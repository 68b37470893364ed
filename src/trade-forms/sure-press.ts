/**
 * A press that may be a slip takes two: the first one says every reason to look again, in one question, and the second one sends. Reasons: prices
 * out of date, a price far through the best one, a target on the other side, a signature that must come first, the same order just before.
 */
import { useEffect, useState } from 'react'
import type { ActionRecord } from '../../contract/action.ts'
import type { Intent } from '../../contract/intent.ts'
import { useMarketData, useTopic } from '../market-data/index.ts'
import { duplicateOf, duplicateText } from './duplicate.ts'
import type { RankedReason } from './ranked-reasons.ts'

/** For so long the second press counts, ms. */
const SECOND_PRESS_MS = 5_000
const NO_ACTIONS: readonly ActionRecord[] = []

/** Why to look again, as `Prices are 4 s old`. */
export interface Reason {
  readonly kind: 'stale' | 'far' | 'target' | 'setup' | 'duplicate'
  readonly words: string
}

/** What was pressed once, and every reason that was said of it. */
export interface Asked {
  readonly what: string
  readonly reasons: readonly Reason[]
}

/**
 * The rule without the clock: what a press leads to. `what` names the order; `clicks` is `event.detail`: the second click of a double click is
 * no second press.
 */
export function pressFor(
  asked: Asked | null,
  { what, reasons, clicks }: { readonly what: string; readonly reasons: readonly Reason[]; readonly clicks: number },
): { readonly sends: boolean; readonly asked: Asked | null } {
  // The second click of a double click repeats the first one's request, and is no second order.
  const standing = clicks > 1 && asked === null ? reasons.filter(({ kind }) => kind !== 'duplicate') : reasons
  if (standing.length === 0) return { sends: true, asked: null }
  const wasSaid = ({ kind }: Reason): boolean => asked?.reasons.some((said) => said.kind === kind) === true
  const isSecond = asked?.what === what && standing.every(wasSaid)
  if (!isSecond) return { sends: false, asked: { what, reasons: standing } }
  return clicks > 1 ? { sends: false, asked } : { sends: true, asked: null }
}

/**
 * The question as it stands now, for a button: null where none was asked of this order, or where no reason is left.
 * @param now the reasons that come and go with the prices, in their words of now
 */
export function questionText(asked: Asked | null, what: string, now: readonly Reason[]): string | null {
  const standing = askedReasons(asked, what, now)
  const [first] = standing
  if (first === undefined) return null
  // A button has room for one; the line below it says the gravest two, and opens the others.
  return `${standing.length === 1 ? first.words : `${standing.length} reasons below`}, press again to send`
}

/** Every reason that is asked of an order and still stands, in its words of now. */
export function askedReasons(asked: Asked | null, what: string, now: readonly Reason[]): readonly Reason[] {
  if (asked?.what !== what) return []
  return asked.reasons.flatMap((one) =>
    one.kind === 'duplicate' ? [one] : now.filter(({ kind }) => kind === one.kind),
  )
}

/**
 * That prices are out of date, with their age, of an order that adds exposure: what reduces goes at the first press.
 * @param age `4 s old`; null while they are fresh
 */
export const staleReasons = (age: string | null, adds: boolean): readonly Reason[] =>
  age === null || !adds ? [] : [{ kind: 'stale', words: `Prices are ${age}` }]

/** The same where it is only told. */
export const oldReasons = (age: string | null): readonly RankedReason[] =>
  age === null ? [] : [{ kind: 'old', words: `Prices are ${age}: the estimate may be wrong` }]

export interface SurePress {
  readonly asked: Asked | null
  /** Whether this press sends. */
  readonly isSending: (
    what: string,
    press: { readonly intent: Intent; readonly reasons: readonly Reason[]; readonly clicks: number },
  ) => boolean
}

export function useSurePress(): SurePress {
  const { clock } = useMarketData()
  const actions = useTopic({ kind: 'actions' }) ?? NO_ACTIONS
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => (asked === null ? undefined : clock.after(SECOND_PRESS_MS, () => setAsked(null))), [asked, clock])
  return {
    asked,
    isSending(what, { intent, reasons, clicks }) {
      const now = clock.now()
      const earlier = duplicateOf(intent, actions, now)
      const same: readonly Reason[] =
        earlier === null ? [] : [{ kind: 'duplicate', words: duplicateText(earlier, now).replace(/\.$/, '') }]
      const next = pressFor(asked, { what, reasons: [...reasons, ...same], clicks })
      setAsked(next.asked)
      return next.sends
    },
  }
}
