/** A close with the orders that followed its first one, told as the one action that the trader asked for. Pure. */
import type { ActionRecord, Execution } from '../../../contract/action.ts'
import {
  add,
  type Decimal,
  divide,
  type Money,
  multiply,
  type Price,
  type Size,
  signOf,
  trimZeros,
} from '../../../contract/decimal.ts'
import { millis } from '../../../contract/time.ts'

type Joined = Pick<
  ActionRecord,
  'state' | 'steps' | 'updatedAt' | 'oid' | 'cloid' | 'filled' | 'code' | 'message' | 'field' | 'mismatches'
> &
  Partial<Pick<ActionRecord, 'unverified' | 'question' | 'execution' | 'surfaced'>>

/** Ends in which an order closed nothing more; what those before it closed stands. */
const CAME_TO_NOTHING: ReadonlySet<ActionRecord['state']> = new Set(['refused', 'rejected', 'expired'])
const PLACES = 12

/** @param steps the orders that followed, oldest first; with none of them the close is as it is. */
export function joinSteps<Action extends ActionRecord>(first: Action, steps: readonly Action[]): Action {
  const last = steps.at(-1)
  if (last === undefined) return first
  const all = [first, ...steps]
  const filled = sumOf(all.flatMap((one) => one.filled ?? []))
  const hasClosed = filled !== null && signOf(filled) > 0
  const isCut = CAME_TO_NOTHING.has(last.state) && hasClosed
  const joined: Joined = {
    state: isCut ? 'cancelled' : last.state,
    steps: all.flatMap((one) => one.steps),
    updatedAt: last.updatedAt,
    oid: last.oid,
    cloid: last.cloid,
    filled,
    code: last.code,
    message: isCut ? `${trimZeros(filled)} closed. ${last.message ?? 'The rest is still held.'}` : last.message,
    field: last.field,
    mismatches: last.mismatches,
    execution: executionOver(all),
    ...(last.unverified === undefined ? {} : { unverified: last.unverified }),
    ...(last.question === undefined ? {} : { question: last.question }),
    ...(last.surfaced === undefined ? {} : { surfaced: last.surfaced }),
  }
  return { ...first, ...joined }
}

function sumOf<Value extends Decimal>(values: readonly Value[]): Value | null {
  return values.length === 0 ? null : values.reduce((one, other) => add(one, other))
}

/** Over all that filled; null until the fills of every order that did were read. */
function executionOver(all: readonly ActionRecord[]): Execution | null {
  const traded = all.filter(({ filled }) => filled !== null && signOf(filled) > 0)
  const read = traded.flatMap(({ execution }) => execution ?? [])
  return read.length < traded.length ? null : totalOf(read)
}

/** What several orders of one side in one asset traded together; null for none. A sum of which a part is not known is not known. */
export function totalOf(read: readonly Execution[]): Execution | null {
  const [one] = read
  if (one === undefined) return null
  const size = read.map((each) => each.size).reduce((a, b) => add(a, b)) as Size
  const value = read.map((each) => multiply(each.average, each.size) as Money).reduce((a, b) => add(a, b))
  const total = (of: 'fee' | 'realised'): Money | null => {
    const known = read.flatMap((each) => each[of] ?? [])
    return known.length < read.length ? null : sumOf(known)
  }
  return {
    ...one,
    size,
    average: divide(value, size, PLACES) as Price,
    fee: total('fee'),
    realised: total('realised'),
    at: millis(Math.max(...read.map(({ at }) => at))),
  }
}
