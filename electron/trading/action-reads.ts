/** Reads of this deployment's actions: the topics, lookup by id, and whether a close could be verified. */

import type { ActionRecord, FoundAction } from '../../contract/action.ts'
import type { Address } from '../../contract/address.ts'
import type { AssetNumberView } from '../../contract/asset-number.ts'
import { type Listen, onAny } from '../../contract/listeners.ts'
import type { Journal } from '../storage/index.ts'
import { joinedTopics, type TopicSource, topicOf } from '../topics/index.ts'
import type { AccountWatch } from './account/index.ts'
import { type ActionLog, AWAITING_CONFIRMATION, recordOf, type TradingIdentity } from './actions/index.ts'
import type { ActionEvents } from './closes/index.ts'
import type { External } from './external/index.ts'
import type { AssetNumbers } from './numbers/index.ts'
import { ON_YOUR_CONFIRMATION } from './sending/index.ts'

/**
 * Finds actions by an id that the trader typed, however old they are. Covers the trader's own actions and those requested while nobody was signed in.
 * A widening close is found by each of its orders.
 */
export function findActions(
  request: string,
  {
    journal,
    events,
    profile,
    account,
  }: {
    readonly journal: Pick<Journal, 'find'>
    readonly events: Pick<ActionEvents, 'get'>
    readonly profile: string
    /** The owner's address; null while nobody is signed in. */
    readonly account: string | null
  },
): readonly FoundAction[] {
  const typed = request.trim()
  const found = new Map<string, FoundAction>()
  for (const owner of new Set([account ?? '', ''])) {
    // Hex ids are stored in lower case.
    for (const text of new Set([typed, typed.toLowerCase()])) {
      for (const id of journal.find(profile, owner, text)) {
        try {
          const part = events.get(id)
          const action = part?.step === undefined ? part : events.get(part.step.of)
          if (action !== null) found.set(action.id, { id: action.id, action: recordOf(action), failure: null })
        } catch (error) {
          found.set(id, { id, action: null, failure: (error as Error).message })
        }
      }
    }
  }
  return [...found.values()]
}

/** The action is prepared, cannot be verified, and waits for the trader. */
export const waitsForConfirmation = ({ state, code }: ActionRecord): boolean =>
  state === 'prepared' && code === AWAITING_CONFIRMATION

/**
 * `left_out`: the deployment does not return the signed payload. `number`: the trader was asked for the number of this asset, and nothing has
 * confirmed it yet. `perhaps_number`: the trader was asked for another asset's number, and this asset has not been traded here.
 */
export type Unverifiable = 'left_out' | 'number' | 'perhaps_number'

const isOnWord = ({ steps }: ActionRecord): boolean =>
  steps.some(({ state, detail }) => state === 'verified' && detail?.startsWith(ON_YOUR_CONFIRMATION) === true)

/** How a record was verified; null when it never got that far, or the agent did not sign it. */
function verdictOf(record: ActionRecord): 'checked' | 'left_out' | 'number' | null {
  const { intent, code, steps, question } = record
  const isWallets = intent.kind === 'transfer' || intent.kind === 'approve_agent'
  if (isWallets || (intent.kind === 'place' && intent.signer === 'wallet')) return null
  if (question != null) return 'number'
  if (code === 'unverified' || waitsForConfirmation(record) || isOnWord(record)) {
    /** Setups are also confirmed where only the numbers of their assets are unknown. */
    return intent.kind === 'binary_setup' ? null : 'left_out'
  }
  return steps.some(({ state }) => state === 'verified') ? 'checked' : null
}

/**
 * Whether a close of the asset could be verified and would be sent without a confirmation. @param records newest first. @param numbers the known
 * numbers.
 */
export function unverifiableNow(
  asset: string,
  records: readonly ActionRecord[],
  numbers: readonly AssetNumberView[],
): Unverifiable | null {
  const conclusive = records.filter((record) => verdictOf(record) !== null)
  const [newest] = conclusive
  if (newest !== undefined && verdictOf(newest) === 'left_out') return 'left_out'
  const known = numbers.filter(({ from }) => from !== 'disproved')
  if (known.some((one) => one.asset === asset)) return null
  const own = conclusive.filter(({ intent }) => 'asset' in intent && intent.asset === asset)
  const [last] = own
  if (last !== undefined) {
    /** A number that was learned on a confirmation and is no longer known was forgotten by the trader. */
    const isAskedFor = verdictOf(last) === 'number' || own.some((record) => record.question != null && isOnWord(record))
    return isAskedFor ? 'number' : null
  }
  const isAskedForElsewhere =
    known.some(({ from }) => from === 'learned') || conclusive.some((record) => verdictOf(record) === 'number')
  return isAskedForElsewhere ? 'perhaps_number' : null
}

/** The topics of trading. Only the signed-in account's actions are shown; after signing out they stay until another account signs in. */
export function createTopics(
  actionLog: Pick<ActionLog, 'recordsOf' | 'onChange'>,
  watch: Pick<AccountWatch, 'version' | 'onChange'>,
  identity: Pick<TradingIdentity, 'address' | 'onChange'>,
  external: Pick<External, 'view' | 'onChange'>,
  numbers: Pick<AssetNumbers, 'view' | 'onChange'>,
): TopicSource {
  let who: Address | null = identity.address()
  /** Evaluated at each batch: no frame may show the previous account's actions after another one signed in. */
  const own = (): readonly ActionRecord[] => {
    who = identity.address() ?? who
    return actionLog.recordsOf(who ?? '')
  }
  const onAction: Listen = (listener) => actionLog.onChange(() => listener())
  return joinedTopics([
    topicOf('actions', own, onAny(onAction, identity.onChange)),
    topicOf('other_client', () => external.view(identity.address() ?? ''), onAny(external.onChange, identity.onChange)),
    topicOf('asset_numbers', numbers.view, numbers.onChange),
    topicOf('account_version', watch.version, watch.onChange),
  ])
}
