/** Actions as they are published: a widening close is one action, however many orders it took. */
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
import type { StoredAction } from '../../storage/index.ts'
import { type ActionLog, derivedId } from '../actions/index.ts'

export type ActionEvents = ReturnType<typeof createActionEvents>

/** The id of a follow-up order of a close, the same after every restart. @param number from 2 */
export const stepId = (of: string, number: number): string => derivedId(of, `step/${number}`)

/** Subscribes before its consumers, so that when one order ends they already find the next. */
export function createActionEvents(actionLog: Pick<ActionLog, 'get' | 'onChange' | 'recordsOf'>) {
  /** Number of orders that follow the first one of a close. */
  const counts = new Map<string, number>()
  actionLog.onChange(({ step }) => {
    if (step !== undefined) counts.set(step.of, Math.max(counts.get(step.of) ?? 0, step.number - 1))
  })
  let joined: { readonly of: readonly ActionRecord[]; readonly list: readonly ActionRecord[] } | null = null

  /** Orders of an earlier run are looked up once. */
  function countOf(id: string): number {
    const known = counts.get(id)
    if (known !== undefined) return known
    let count = 0
    while (actionLog.get(stepId(id, count + 2)) !== null) count += 1
    counts.set(id, count)
    return count
  }

  const stepsOf = (id: string): readonly string[] => Array.from({ length: countOf(id) }, (_, at) => stepId(id, at + 2))

  function get(id: string): StoredAction | null {
    const first = actionLog.get(id)
    if (first?.intent.kind !== 'close' || first.step !== undefined) return first
    return joinSteps(
      first,
      stepsOf(id).flatMap((step) => actionLog.get(step) ?? []),
    )
  }

  return {
    get,
    /** Actions, with the whole close in place of each of its orders. */
    whole(actions: readonly StoredAction[]): readonly StoredAction[] {
      const ids = new Set(actions.map(({ id, step }) => step?.of ?? id))
      return [...ids].flatMap((id) => get(id) ?? [])
    },
    /** The active action behind an id: for a close its latest order, which is the one to confirm. */
    newest: (id: string): string => stepsOf(id).at(-1) ?? id,
    /** Newest first. */
    recordsOf(account: string): readonly ActionRecord[] {
      const of = actionLog.recordsOf(account)
      if (joined?.of !== of) joined = { of, list: joinAll(of) }
      return joined.list
    },
  }
}

function joinAll(records: readonly ActionRecord[]): readonly ActionRecord[] {
  const steps = new Map<string, ActionRecord[]>()
  const ids = new Set(records.map(({ id }) => id))
  const isPublished = ({ step }: ActionRecord): boolean => step === undefined || !ids.has(step.of)
  for (const record of records.toReversed()) {
    const { step } = record
    if (step !== undefined) steps.set(step.of, [...(steps.get(step.of) ?? []), record])
  }
  if (steps.size === 0) return records
  return records.filter(isPublished).map((record) => joinSteps(record, steps.get(record.id) ?? []))
}

type Joined = Pick<
  ActionRecord,
  'state' | 'steps' | 'updatedAt' | 'oid' | 'cloid' | 'filled' | 'code' | 'message' | 'field' | 'mismatches'
> &
  Partial<Pick<ActionRecord, 'unverified' | 'question' | 'execution' | 'surfaced'>>

/** States in which an order closed nothing more; what the earlier ones closed is kept. */
const CAME_TO_NOTHING: ReadonlySet<ActionRecord['state']> = new Set(['refused', 'rejected', 'expired'])
const PLACES = 12

/**
 * A close and the orders that followed its first one, as one action. @param steps the orders that followed, oldest first; without any the close is
 * returned unchanged.
 */
function joinSteps<Action extends ActionRecord>(first: Action, steps: readonly Action[]): Action {
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
    message: isCut ? `${trimZeros(filled)} closed. ${last.message ?? 'The rest is still open.'}` : last.message,
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

/** Over all that filled; null until the fills of every filled order were read. */
function executionOver(all: readonly ActionRecord[]): Execution | null {
  const traded = all.filter(({ filled }) => filled !== null && signOf(filled) > 0)
  const read = traded.flatMap(({ execution }) => execution ?? [])
  return read.length < traded.length ? null : totalOf(read)
}

/** Total of several orders of one side in one asset; null for none. A sum with an unknown part is unknown. */
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
