/** The actions as they are told: a close that widens is one action, whatever number of orders it took. */
import type { ActionRecord } from '../../../contract/action.ts'
import type { StoredAction } from '../../storage/index.ts'
import { type ActionLog, derivedId } from '../actions/index.ts'
import { joinSteps } from './join-steps.ts'

export interface ToldActions {
  get(id: string): StoredAction | null
  /** The action that is under way for one: of a close its newest order, where the trader's word is wanted. */
  newest(id: string): string
  /** Actions, with the whole close in place of each of its orders. */
  whole(actions: readonly StoredAction[]): readonly StoredAction[]
  /** Newest first. */
  recordsOf(account: string): readonly ActionRecord[]
}

/** The id of an order of a close: the same however often it is begun. @param number from 2 */
export const stepId = (of: string, number: number): string => derivedId(of, `step/${number}`)

/** Listens before whoever is told: at the end of one order they find the next one there. */
export function createToldActions(actionLog: Pick<ActionLog, 'get' | 'onChange' | 'recordsOf'>): ToldActions {
  /** How many orders follow the first one of a close. */
  const counts = new Map<string, number>()
  actionLog.onChange(({ step }) => {
    if (step !== undefined) counts.set(step.of, Math.max(counts.get(step.of) ?? 0, step.number - 1))
  })
  let joined: { readonly of: readonly ActionRecord[]; readonly list: readonly ActionRecord[] } | null = null

  /** Those of an earlier run are looked for once. */
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
    whole(actions) {
      const ids = new Set(actions.map(({ id, step }) => step?.of ?? id))
      return [...ids].flatMap((id) => get(id) ?? [])
    },
    newest: (id) => stepsOf(id).at(-1) ?? id,
    recordsOf(account) {
      const of = actionLog.recordsOf(account)
      if (joined?.of !== of) joined = { of, list: joinAll(of) }
      return joined.list
    },
  }
}

function joinAll(records: readonly ActionRecord[]): readonly ActionRecord[] {
  const steps = new Map<string, ActionRecord[]>()
  const ids = new Set(records.map(({ id }) => id))
  const isTold = ({ step }: ActionRecord): boolean => step === undefined || !ids.has(step.of)
  for (const record of records.toReversed()) {
    const { step } = record
    if (step !== undefined) steps.set(step.of, [...(steps.get(step.of) ?? []), record])
  }
  if (steps.size === 0) return records
  return records.filter(isTold).map((record) => joinSteps(record, steps.get(record.id) ?? []))
}
