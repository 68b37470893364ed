/**
 * The table "in state X, when reads show Y, Z follows with this proof": one row for each effect and what reads may show of it, one column for each
 * state. A missing row does not compile; nor does a new kind of intent (`firstLook` in reconcile.ts). What a listed order shows of itself is in
 * order-evidence.ts, a case for each status.
 */
import type { KnownCode } from '../../../contract/action-code.ts'
import type { Cloid } from '../../../contract/address.ts'
import type { Size } from '../../../contract/decimal.ts'
import type { Millis } from '../../../contract/time.ts'
import type { StoredAction } from '../../storage/index.ts'
import type { ActionEvent } from '../actions/index.ts'
import type { ProofOfAbsence } from './proof-of-absence.ts'

/** No answer came; the service accepted it; a read has shown its order. */
type Standing = 'unanswered' | 'taken' | 'rested'

/**
 * `now`: one read is enough. `agreed`: passes must agree. `expired`: the signed action can no longer arrive, and passes agree that it is missing.
 * `word`: lists begun after the status was read must lack the order too.
 */
type Proof = 'now' | 'agreed' | 'expired' | 'word'

type Follows = 'confirmed' | 'cancelled' | 'never_arrived' | 'not_applied' | 'still_open' | 'noted'
/** Null where it proves nothing. */
type Cell = readonly [follows: Follows, proof: Proof] | null

/** What reads show of an action, by its effect. */
export interface ShownOf {
  /** In no list; gone and filled in part; gone, with an unknown final status. */
  order: 'absent' | 'gone_in_part' | 'odd_word'
  /** The order that it cancels: is still open; is in no list. */
  cancel: 'still_open' | 'gone'
  leverage: 'shown' | 'no_position' | 'other'
  /** No read shows it, and it can be requested again. */
  repeatable: 'nothing'
  /** The balances. */
  transfer: 'moved' | 'unchanged' | 'unclear'
  convert: 'listed' | 'absent' | 'no_history'
}
type Effect = keyof ShownOf

type Columns = Readonly<Record<Standing, Cell>>
const row = (unanswered: Cell, taken: Cell, rested: Cell = null): Columns => ({ unanswered, taken, rested })

// biome-ignore format: a table
export const OUTCOMES: { readonly [E in Effect]: { readonly [S in ShownOf[E]]: Columns } } = {
  //                       no answer came                  the service took it           a read has shown its order
  order: {
    absent:       row(['never_arrived', 'expired'], ['not_applied', 'expired'], null),
    gone_in_part: row(['cancelled', 'agreed'],      ['cancelled', 'agreed'],    ['cancelled', 'agreed']),
    odd_word:     row(['cancelled', 'word'],        ['cancelled', 'word'],      ['cancelled', 'word']),
  },
  cancel: {
    still_open:   row(['never_arrived', 'expired'], ['still_open', 'expired']),
    gone:         row(['confirmed', 'expired'],     ['confirmed', 'agreed']),
  },
  leverage: {
    shown:        row(['confirmed', 'now'],         ['confirmed', 'now']),
    no_position:  row(['never_arrived', 'expired'], ['confirmed', 'now']),
    other:        row(['never_arrived', 'expired'], ['not_applied', 'expired']),
  },
  repeatable: {
    nothing:      row(['never_arrived', 'now'],     ['confirmed', 'now']),
  },
  transfer: {
    moved:        row(['confirmed', 'now'],         ['confirmed', 'now']),
    unchanged:    row(['never_arrived', 'expired'], ['not_applied', 'expired']),
    unclear:      row(['noted', 'now'],             ['confirmed', 'now']),
  },
  convert: {
    listed:       row(['confirmed', 'now'],         ['confirmed', 'now']),
    absent:       row(['never_arrived', 'expired'], ['not_applied', 'expired']),
    no_history:   row(['noted', 'now'],             ['confirmed', 'now']),
  },
}

/** The message for each result; one that cannot follow needs none. */
export type OutcomeMessages = Partial<Readonly<Record<Follows, string | null>>>

/** The order as last seen, for the event that ends it. */
export interface Seen {
  readonly oid: string | null
  readonly cloid: Cloid | null
  readonly filled: Size | null
  /** Its final status, where that was read. */
  readonly word?: string
}

/** Message, time and order of an event. */
interface About {
  readonly text: OutcomeMessages
  /** The service's time when the pass began. */
  readonly began: Millis
  readonly seen?: Seen
  /** Code of a note. */
  readonly code?: KnownCode
}

const standingOf = ({ state }: StoredAction): Standing =>
  state === 'unknown' ? 'unanswered' : state === 'acknowledged' ? 'taken' : 'rested'

/** The event that follows from what reads show, or null; the pass is counted. */
export function outcomeOf<E extends Effect>(
  action: StoredAction,
  effect: E,
  shown: ShownOf[E],
  about: About,
  absence: ProofOfAbsence,
): ActionEvent | null {
  const rows: Readonly<Record<string, Columns>> = OUTCOMES[effect]
  const cell = rows[shown]?.[standingOf(action)] ?? null
  if (cell === null) return null
  const [follows, proof] = cell
  return isProven(action, proof, about, absence) ? eventOf(action, follows, about) : null
}

function isProven(action: StoredAction, proof: Proof, { began, seen }: About, absence: ProofOfAbsence): boolean {
  switch (proof) {
    case 'now':
      return true
    case 'agreed':
      return absence.countAgreed(action)
    case 'expired':
      return absence.countAbsent(action, began)
    case 'word':
      return absence.countWord(action, seen?.word ?? '')
  }
}

const hasSaid = ({ steps }: StoredAction, text: string): boolean => steps.some(({ detail }) => detail === text)

function eventOf(action: StoredAction, follows: Follows, { text: label, seen, code }: About): ActionEvent | null {
  const message = label[follows] ?? null
  switch (follows) {
    case 'confirmed':
      return { type: 'confirmed', detail: message }
    case 'cancelled': {
      const { oid, cloid, filled } = seen ?? { oid: action.oid, cloid: action.cloid, filled: null }
      return { type: 'cancelled', oid, cloid, filled, detail: message }
    }
    case 'never_arrived':
      return { type: 'never_arrived', refusal: { code: 'never_arrived', message: message ?? '', field: null } }
    case 'not_applied':
    case 'still_open':
      return { type: 'rejected', refusal: { code: follows, message: message ?? '', field: null } }
    case 'noted':
      /** Noted once; once more if the action has lost the code since. */
      if (message === null || (hasSaid(action, message) && (code === undefined || action.code === code))) return null
      return { type: 'noted', detail: message, ...(code === undefined ? {} : { code }) }
  }
}
