/** What the panel lists: actions, and between them by their time moves, ends of positions, trades of other clients and safety catches. Pure. */
import { type ActionRecord, serviceTime } from '../../../contract/action.ts'
import type { Ending, EndingKind } from '../../../contract/ending.ts'
import type { FoundAction } from '../../../contract/found-action.ts'
import type { MoveView } from '../../../contract/move.ts'
import type { ForeignTrade } from '../../../contract/other-client.ts'
import type { ReversalView } from '../../../contract/reversal.ts'
import type { SafetyKind, SafetyRecord } from '../../../contract/safety-record.ts'

/** One line of the panel. */
export type Entry =
  | { readonly id: string; readonly action: ActionRecord }
  | { readonly id: string; readonly move: MoveView; readonly steps: readonly ActionRecord[] }
  | { readonly id: string; readonly reversal: ReversalView; readonly steps: readonly ActionRecord[] }
  | { readonly id: string; readonly ending: Ending }
  | { readonly id: string; readonly trade: ForeignTrade }
  | { readonly id: string; readonly safety: SafetyRecord }
  /** Looked for by its id, and not in the list. */
  | { readonly id: string; readonly found: FoundAction }

/**
 * Newest first; each list keeps its order. All are newest first by the service's time, actions by when they were asked for. What was sent for a
 * move or a reversal is a step of it, and no line of its own.
 */
export function entriesOf(
  actions: readonly ActionRecord[],
  endings: readonly Ending[],
  trades: readonly ForeignTrade[] = [],
  moves: readonly MoveView[] = [],
  reversals: readonly ReversalView[] = [],
  safety: readonly SafetyRecord[] = [],
): readonly Entry[] {
  const stepsOfMove = ({ cancelId, placeIds }: MoveView): readonly string[] => [cancelId, ...placeIds]
  const stepsOfReversal = ({ closeId, openId }: ReversalView): readonly string[] =>
    openId === null ? [closeId] : [closeId, openId]
  const ofRecords = new Set([...moves.flatMap(stepsOfMove), ...reversals.flatMap(stepsOfReversal)])
  const known = new Map(actions.filter(({ id }) => ofRecords.has(id)).map((action) => [action.id, action]))
  const found = (ids: readonly string[]): readonly ActionRecord[] => ids.flatMap((id) => known.get(id) ?? [])
  const others = [
    ...moves.map((move) => {
      return { at: move.at as number, entry: { id: move.id, move, steps: found(stepsOfMove(move)) } as Entry }
    }),
    ...reversals.map((reversal) => {
      const steps = found(stepsOfReversal(reversal))
      return { at: reversal.at as number, entry: { id: reversal.id, reversal, steps } as Entry }
    }),
    ...endings.map((ending) => ({ at: ending.at as number, entry: { id: `end/${ending.id}`, ending } as Entry })),
    ...trades.map((trade) => ({ at: trade.at as number, entry: { id: `trade/${trade.id}`, trade } as Entry })),
    ...safety.map((one) => ({ at: one.at as number, entry: { id: `safety/${one.id}`, safety: one } as Entry })),
  ].sort((a, b) => b.at - a.at)
  const entries: Entry[] = []
  for (const action of actions) {
    if (ofRecords.has(action.id)) continue
    const asked = serviceTime(action, action.createdAt)
    for (let next = others[0]; next !== undefined && next.at >= asked; next = others[0]) {
      entries.push(next.entry)
      others.shift()
    }
    entries.push({ id: action.id, action })
  }
  return [...entries, ...others.map(({ entry }) => entry)]
}

/** The same of what was done to a safety catch. */
export const SAFETY_WORDS: Readonly<Record<SafetyKind, string>> = {
  killed: 'killed',
  kill_lifted: 'kill lifted',
  limits: 'limits',
  override: 'sent anyway',
  protection: 'protection removed',
}

/** What stands at the end of the line. */
export const KIND_WORDS: Readonly<Record<EndingKind, string>> = {
  settled: 'settled',
  stopped: 'stopped',
  liquidated: 'liquidated',
  closed_elsewhere: 'closed elsewhere',
  converted: 'converted elsewhere',
  unknown: 'not known',
}
