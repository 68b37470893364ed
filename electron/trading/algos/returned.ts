/**
 * Children that were told as over and show up in the market again. Nobody waits for them any more, and what they were for may have been sent by
 * others since: they are taken back, whatever their parent does, also once it is over.
 */
import { isFinal } from '../../../contract/action.ts'
import type { AlgoChild } from '../../../contract/algo.ts'
import type { Log } from '../../log/index.ts'
import type { StoredAlgo } from '../../storage/index.ts'
import type { Children } from './children.ts'
import type { AlgoPorts } from './interface.ts'

type ActionLog = Pick<AlgoPorts['actionLog'], 'get'>

interface ReturnedOptions {
  readonly actionLog: ActionLog
  readonly childrenOf: (id: string) => Pick<Children, 'end'>
  /** They are over again, or could not be taken back. */
  readonly onEnded: (id: string, isBack: boolean) => void
  readonly log: Pick<Log, 'error'>
}

interface Returned {
  /** Something has changed about an action: it may be a child that is back. */
  look(record: StoredAlgo, actionId: string): void
  /** Whether one of a parent is being taken back. */
  isAt(id: string): boolean
}

/** Whether a child shows up again although its parent counts it as over. A parent that is `done` counts all of them so. */
const isReturned = ({ state }: Pick<StoredAlgo, 'state'>, { id, filled }: AlgoChild, actionLog: ActionLog): boolean => {
  const action = actionLog.get(id)
  return (filled !== null || state === 'done') && action?.surfaced !== undefined && !isFinal(action.state)
}

export function createReturned({ actionLog, childrenOf, onEnded, log }: ReturnedOptions): Returned {
  const at = new Map<string, string>()
  return {
    look(record, actionId) {
      const child = record.children.find(({ id }) => id === actionId)
      if (child === undefined || at.has(child.id) || !isReturned(record, child, actionLog)) return
      at.set(child.id, record.id)
      childrenOf(record.id)
        .end(child.id)
        .then((isBack) => onEnded(record.id, isBack))
        .catch((error: unknown) =>
          log.error({ err: error, algo: record.id }, 'an order that is back was not taken back'),
        )
        .finally(() => at.delete(child.id))
    },
    isAt: (id) => [...at.values()].includes(id),
  }
}
