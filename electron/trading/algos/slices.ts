/** Slices: one after the other, each for what should have filled by its end, and never beyond the worst price. */

import type { AlgoRecord, SlicesTerms } from '../../../contract/algo.ts'
import { assertNever } from '../../../contract/brand.ts'
import { type Size, signOf, trimZeros } from '../../../contract/decimal.ts'
import { priceLabel } from '../../../contract/price-text.ts'
import { sliceSize } from '../../../contract/slices.ts'
import type { StoredAction } from '../../storage/index.ts'
import { type Children, isForNow, leftOf } from './children.ts'
import type { AlgoPorts, Steering } from './interface.ts'
import { type ClosedNow, closedNow, stepsOf } from './market.ts'
import { notAccepted, notEnded, passiveSlice } from './passive-slice.ts'
import { filledText, notBackText } from './views.ts'

/** Interval between two checks of prices and the order, ms. */
const LOOK = 500

/** An exchange's error for an IOC order that found no match within its price. */
const MET_NOBODY = /could not (immediately )?match|ioc ?cancel/i

/** What decides about the next step of slices, besides their record. */
export interface SlicesFacts {
  /** Whether what an earlier turn left open has ended: the rest is sliced again only after that. */
  readonly isStarted: boolean
  /** Why it cannot go on without the trader, or null. */
  readonly failure: string | null
  /** Whether nothing of it is left in the market; null before that was ensured. */
  readonly isBack: boolean | null
  /** What no child can have traded. A child that ended and reappears counts in full, but not as a fill. */
  readonly left: Size
  readonly closed: ClosedNow | null
  /** Time until the next slice, ms. */
  readonly due: number
  /** Why nothing may be sent at this moment although the market is open, or null. */
  readonly waits: string | null
  readonly size: Size
  /** What filled, and what could not be canceled, as sentences. */
  readonly filled: string
  readonly notBack: string
}

/** The next step of slices. */
export type SlicesStep =
  /** Ends what is left in the market. */
  | { readonly do: 'end all' }
  | { readonly do: 'finish'; readonly state: 'done' | 'ended'; readonly text: string }
  | { readonly do: 'pause'; readonly text: string }
  | { readonly do: 'wait'; readonly why: string | null; readonly ms: number }
  | { readonly do: 'slice'; readonly size: Size }

const NOT_CANCELED = 'One of its orders could not be canceled. Cancel it manually, then resume.'

/** The next step of working slices. Pure. */
export function nextOfSlices({ total, begun }: AlgoRecord, terms: SlicesTerms, facts: SlicesFacts): SlicesStep {
  const { isBack, left, closed } = facts
  if (facts.failure !== null) return { do: 'pause', text: facts.failure }
  if (!facts.isStarted) return isBack === null ? { do: 'end all' } : { do: 'pause', text: NOT_CANCELED }
  const isEnded = closed?.kind === 'ended'
  const isWhole = signOf(left) === 0
  if (isWhole || isEnded || begun >= terms.slices) {
    if (isBack === null) return { do: 'end all' }
    const rest = `${trimZeros(left)} of ${trimZeros(total)}`
    if (isEnded) {
      const message = isWhole ? facts.filled : `${rest} did not fill.`
      const back = isBack ? [] : [facts.notBack]
      return { do: 'finish', state: 'ended', text: [closed.text, message, ...back].join(' ') }
    }
    if (!isBack) return { do: 'pause', text: NOT_CANCELED }
    const missed = `${rest} did not fill at ${priceLabel(terms.worst)} or better, in ${terms.slices} slices.`
    return { do: 'finish', state: 'done', text: isWhole ? facts.filled : missed }
  }
  if (facts.due > 0) return { do: 'wait', why: null, ms: Math.min(facts.due, LOOK) }
  const why = closed?.text ?? facts.waits
  return why === null ? { do: 'slice', size: facts.size } : { do: 'wait', why, ms: LOOK }
}

/** Works on slices until they pause or end. */
export async function runSlices(
  terms: SlicesTerms,
  children: Children,
  steering: Steering,
  ports: AlgoPorts,
): Promise<void> {
  const { actionLog, serverTime, clock } = ports
  // By the monotonic clock; a slice of an earlier turn keeps its time until the next one.
  const every = terms.every * 1_000
  const { begunAt } = steering.now()
  const past = begunAt === null ? every : Math.min(every, Math.max(0, serverTime() - begunAt))
  let dueAt = clock.monotonic() + every - past
  let isStarted = false
  let isBack: boolean | null = null
  let failure: string | null = null

  function next(): SlicesStep {
    const record = steering.now()
    const most = children.most()
    return nextOfSlices(record, terms, {
      ...{ isStarted, failure, isBack },
      left: leftOf(record, most),
      closed: closedNow(record, ports),
      due: dueAt - clock.monotonic(),
      waits: ports.rateFull()?.message ?? null,
      size: sizeOf(record, terms, record.begun + 1, most, ports),
      filled: filledText(record, actionLog),
      notBack: notBackText(record, actionLog),
    })
  }

  async function slice(size: Size): Promise<void> {
    const part = steering.now().begun
    dueAt = clock.monotonic() + every
    steering.write({ begun: part + 1, begunAt: serverTime(), requotes: 0, message: null })
    if (signOf(size) === 0) return
    failure =
      terms.how === 'cross'
        ? await crossed(part, size)
        : await passiveSlice(part, size, terms, { children, steering, ports, until: dueAt })
  }

  /** One IOC order, up to the worst price. @returns why the slices cannot go on, or null */
  async function crossed(part: number, size: Size): Promise<string | null> {
    const placed = await children.place(part, terms.worst, size)
    if (placed === null) return null
    const action = actionLog.get(placed.id)
    if (placed.placed === 'nothing' && !isMiss(action)) return notAccepted(part, terms, action)
    return (await children.end(placed.id)) ? null : notEnded(part)
  }

  while (steering.isWorking()) {
    const step = next()
    switch (step.do) {
      case 'end all':
        isBack = await children.endAll()
        isStarted ||= isBack
        break
      case 'finish':
        steering.finish(step.state, step.text)
        break
      case 'pause':
        steering.pause(step.text)
        break
      case 'wait':
        isBack = null
        steering.waits(step.why)
        await steering.sleep(step.ms)
        break
      case 'slice':
        isBack = null
        steering.waits(null)
        await slice(step.size)
        break
      default:
        return assertNever(step, 'step')
    }
  }
}

/** Whether an IOC order that came to nothing only found no match within its price: the next slice then gets its size. */
const isMiss = (action: StoredAction | null): boolean =>
  action !== null &&
  (action.code === 'beyond_worst' ||
    isForNow(action) ||
    (action.state === 'rejected' && MET_NOBODY.test(action.message ?? '')))

function sizeOf(
  { asset, total }: AlgoRecord,
  { slices }: SlicesTerms,
  number: number,
  filled: Size,
  { facts }: Pick<AlgoPorts, 'facts'>,
): Size {
  const { sizeDecimals } = stepsOf(asset, facts)
  return sliceSize({ total, slices, sizeDecimals }, number, filled)
}
