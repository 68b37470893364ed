/** A journal in memory that keeps what a disk would: copies, and only what was written. */
import { type ActionState, isFinal } from '../../../contract/action.ts'
import type { Intent } from '../../../contract/intent.ts'
import type { Journal, StoredAction } from '../../storage/index.ts'

export interface MemoryJournal extends Journal {
  /** Every write, in order. */
  readonly writes: StoredAction[]
  /** Writes that begin a flush, with the state that they store. */
  readonly flushes: (readonly [durability: 'synced' | 'syncing', state: ActionState])[]
  /** Drops what no synced write has taken to the drive, as a power cut may. @param syncing whether writes that had begun to sync are lost too. */
  cutPower(syncing: 'lost' | 'kept'): void
  /** Makes the next writes fail while it is set. */
  failing: Error | null
}

/** The state that the journal holds once a step is taken: some are written together with the next one. @param kind of its intent */
export function writtenAt(state: ActionState, kind: Intent['kind'] = 'place'): ActionState {
  if (state === 'checked') return 'journalled'
  return state === 'signed' && kind !== 'approve_agent' ? 'sent' : state
}

export function memoryJournal(): MemoryJournal {
  let actions = new Map<string, StoredAction>()
  /** As it was at the last synced write. */
  let onDrive = new Map<string, StoredAction>()
  /** As it was when the latest sync began. */
  let syncing = onDrive
  const journal: MemoryJournal = {
    writes: [],
    flushes: [],
    failing: null,
    write(action, durability = 'synced') {
      if (journal.failing !== null) throw journal.failing
      actions.set(action.id, structuredClone(action))
      journal.writes.push(structuredClone(action))
      if (durability === 'written') return
      journal.flushes.push([durability, action.state])
      syncing = new Map(actions)
      if (durability === 'synced') onDrive = syncing
    },
    cutPower(begun) {
      actions = new Map(begun === 'lost' ? onDrive : syncing)
    },
    has: (id) => actions.has(id),
    read: (id) => structuredClone(actions.get(id) ?? null),
    recent: (profile, limit) =>
      structuredClone(
        [...actions.values()]
          .filter((action) => action.profile === profile)
          .reverse()
          .slice(0, limit),
      ),
    ofOrders: (profile, account, ids) =>
      structuredClone(
        [...actions.values()].filter(
          (action) =>
            action.profile === profile &&
            action.account === account &&
            [action.oid, action.cloid].some((id) => id !== null && ids.includes(id)),
        ),
      ),
    known: (profile, account, ids) =>
      new Set(journal.ofOrders(profile, account, ids).flatMap(({ oid, cloid }) => [oid ?? [], cloid ?? []].flat())),
    leverageSet: (profile, account, asset) =>
      [...actions.values()].reduce<number | null>(
        (set, { intent, ...action }) =>
          intent.kind === 'leverage' &&
          intent.asset === asset &&
          action.state === 'done' &&
          action.profile === profile &&
          action.account === account
            ? intent.leverage
            : set,
        null,
      ),
    hasOrdered: (profile) => [...actions.values()].some((action) => action.profile === profile && action.oid !== null),
    find: (profile, account, id) =>
      [...actions.values()]
        .filter((action) => action.profile === profile && action.account === account)
        .filter((action) => [action.id, action.oid, action.cloid].includes(id))
        .map(({ id }) => id),
    counts(profile) {
      const counted: Record<string, number> = {}
      for (const action of actions.values())
        if (action.profile === profile) counted[action.state] = (counted[action.state] ?? 0) + 1
      return counted
    },
    unfinished: (profile) =>
      structuredClone([...actions.values()].filter((action) => action.profile === profile && !isFinal(action.state))),
  }
  return journal
}
