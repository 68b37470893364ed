/** Slices: one after the other, each for what should have filled by its end, and never beyond the worst price. */

import type { AlgoRecord, SlicesTerms } from '../../../contract/algo.ts'
import { type Size, signOf, trimZeros } from '../../../contract/decimal.ts'
import { priceLabel } from '../../../contract/price-text.ts'
import { sliceSize } from '../../../contract/slices.ts'
import type { StoredAction } from '../../storage/index.ts'
import { type Children, isForNow, leftOf } from './children.ts'
import type { AlgoPorts, Steering } from './interface.ts'
import { closedNow, stepsOf } from './market.ts'
import { passiveSlice } from './passive-slice.ts'
import { filledText, notBackText } from './views.ts'

/** Interval between two checks of prices and the order, ms. */
const LOOK = 500

/** An exchange's error for an IOC order that found no match within its price. */
const MET_NOBODY = /could not (immediately )?match|ioc ?cancel/i

export async function runSlices(
  terms: SlicesTerms,
  children: Children,
  steering: Steering,
  ports: AlgoPorts,
): Promise<void> {
  const { actionLog, serverTime, clock } = ports
  const parts = { children, steering, ports, pauseFor, pauseForRest }
  // What an earlier turn left open is ended before the rest is sliced again.
  while (steering.isWorking() && !(await children.endAll())) {
    if (steering.isWorking())
      steering.pause('One of its orders could not be canceled. Cancel it manually, then resume.')
  }
  // By the monotonic clock; a slice of an earlier turn keeps its time until the next one.
  const every = terms.every * 1_000
  const { begunAt } = steering.now()
  const past = begunAt === null ? every : Math.min(every, Math.max(0, serverTime() - begunAt))
  let dueAt = clock.monotonic() + every - past
  while (steering.isWorking()) {
    const record = steering.now()
    const left = leftOf(record, children.most())
    const closed = closedNow(record, ports)
    const isWhole = signOf(left) === 0
    if (isWhole || closed?.kind === 'ended' || record.begun >= terms.slices) {
      // At an end nothing of it may be left in the market. A child that ended and reappears counts in full, but not as a fill.
      const isBack = await children.endAll()
      if (!steering.isWorking()) return
      const now = steering.now()
      const rest = leftOf(now, children.most())
      if (closed?.kind === 'ended') {
        const message =
          signOf(rest) === 0
            ? filledText(now, actionLog)
            : `${trimZeros(rest)} of ${trimZeros(now.total)} did not fill.`
        const back = isBack ? '' : ` ${notBackText(now, actionLog)}`
        return steering.finish('ended', `${closed.text} ${message}${back}`)
      }
      if (!isBack) return steering.pause('One of its orders could not be canceled. Cancel it manually, then resume.')
      if (signOf(rest) === 0) return steering.finish('done', filledText(now, actionLog))
      if (isWhole) continue
      const text = `${trimZeros(rest)} of ${trimZeros(now.total)} did not fill within ${priceLabel(terms.worst)}, in ${terms.slices} slices.`
      return steering.finish('done', text)
    }
    const due = dueAt - clock.monotonic()
    if (due > 0) {
      steering.waits(null)
      await steering.sleep(Math.min(due, LOOK))
      continue
    }
    const why = closed?.text ?? ports.rateFull()?.message ?? null
    steering.waits(why)
    if (why !== null) {
      await steering.sleep(LOOK)
      continue
    }
    const size = sizeOf(record, terms, record.begun + 1, children.most(), ports)
    dueAt = clock.monotonic() + every
    steering.write({ begun: record.begun + 1, begunAt: serverTime(), requotes: 0, message: null })
    if (signOf(size) === 0) continue
    if (terms.how === 'cross') await crossed(record.begun, size)
    else await passiveSlice(record.begun, size, terms, { ...parts, until: dueAt })
  }

  /** One IOC order, up to the worst price. */
  async function crossed(part: number, size: Size): Promise<void> {
    const placed = await children.place(part, terms.worst, size)
    if (placed === null) return
    const action = actionLog.get(placed.id)
    const missed = placed.placed === 'nothing' && !isMiss(action)
    if (missed) pauseFor(part, action)
    else if (!(await children.end(placed.id)) && steering.isWorking()) pauseForRest(part)
  }

  function pauseFor(part: number, action: StoredAction | null): void {
    if (!steering.isWorking()) return
    steering.pause(`Slice ${part + 1} of ${terms.slices} was not accepted: ${action?.message ?? 'it was not sent.'}`)
  }

  function pauseForRest(part: number): void {
    const text = `The order of slice ${part + 1} could not be ended. Check open orders.`
    if (steering.isWorking()) steering.pause(text)
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
