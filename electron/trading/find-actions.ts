/** Finds actions by an id that a person gave, however old they are. */
import type { FoundAction } from '../../contract/action.ts'
import type { Journal } from '../storage/index.ts'
import { recordOf } from './actions/index.ts'
import type { ToldActions } from './closes/index.ts'

interface FindOptions {
  readonly journal: Pick<Journal, 'find'>
  readonly told: Pick<ToldActions, 'get'>
  readonly profile: string
  /** Whose they are; null while nobody is signed in. */
  readonly account: string | null
}

/** Those of the trader, and those that were asked for while nobody was signed in; a close that widens is found by each of its orders. */
export function findActions(asked: string, { journal, told, profile, account }: FindOptions): readonly FoundAction[] {
  const typed = asked.trim()
  const found = new Map<string, FoundAction>()
  for (const owner of new Set([account ?? '', ''])) {
    // Ids with hex digits are kept in small letters.
    for (const word of new Set([typed, typed.toLowerCase()])) {
      for (const id of journal.find(profile, owner, word)) {
        try {
          const part = told.get(id)
          const action = part?.step === undefined ? part : told.get(part.step.of)
          if (action !== null) found.set(action.id, { id: action.id, action: recordOf(action), failure: null })
        } catch (error) {
          found.set(id, { id, action: null, failure: (error as Error).message })
        }
      }
    }
  }
  return [...found.values()]
}
