/** What is read of the actions of this deployment: the topics, those with an id, and whether a close could be checked. */

import type { ActionRecord, FoundAction } from '../../contract/action.ts'
import type { Address } from '../../contract/address.ts'
import type { AssetNumberView } from '../../contract/asset-number.ts'
import { type Listen, onAny } from '../../contract/listeners.ts'
import type { Journal } from '../storage/index.ts'
import { joinedTopics, type TopicSource, topicOf } from '../topics/index.ts'
import type { AccountWatch } from './account/index.ts'
import { type ActionLog, AWAITING_CONFIRMATION, recordOf, type TradingIdentity } from './actions/index.ts'
import type { ToldActions } from './closes/index.ts'
import type { External } from './external/index.ts'
import type { AssetNumbers } from './numbers/index.ts'
import { ON_YOUR_CONFIRMATION } from './sending/index.ts'

/** Finds actions by an id that a person gave, however old they are: those of the trader, and those that were asked for while nobody was signed in; a close that widens is found by each of its orders. */
export function findActions(
  asked: string,
  {
    journal,
    told,
    profile,
    account,
  }: {
    readonly journal: Pick<Journal, 'find'>
    readonly told: Pick<ToldActions, 'get'>
    readonly profile: string
    /** Whose they are; null while nobody is signed in. */
    readonly account: string | null
  },
): readonly FoundAction[] {
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

/** Prepared, and waiting for the trader because it cannot be checked. */
export const waitsForWord = ({ state, code }: ActionRecord): boolean =>
  state === 'prepared' && code === AWAITING_CONFIRMATION

/**
 * `left_out`: the deployment leaves out what is signed. `number`: the number of the asset was asked for, and nothing has shown it yet;
 * `perhaps_number`: that of another asset was, and this one has not been traded here.
 */
export type Unverifiable = 'left_out' | 'number' | 'perhaps_number'

const isOnWord = ({ steps }: ActionRecord): boolean =>
  steps.some(({ state, detail }) => state === 'verified' && detail?.startsWith(ON_YOUR_CONFIRMATION) === true)

/** Null for what never came so far, or is not the agent's. */
function told(record: ActionRecord): 'checked' | 'left_out' | 'number' | null {
  const { intent, code, steps, question } = record
  const isWallets = intent.kind === 'transfer' || intent.kind === 'approve_agent'
  if (isWallets || (intent.kind === 'place' && intent.signer === 'wallet')) return null
  if (question != null) return 'number'
  if (code === 'unverified' || waitsForWord(record) || isOnWord(record)) {
    /** Also asked for where it is only the numbers of its assets that are open. */
    return intent.kind === 'binary_setup' ? null : 'left_out'
  }
  return steps.some(({ state }) => state === 'verified') ? 'checked' : null
}

/** Whether the close of an asset could be checked and would go out by itself. @param records newest first. @param numbers those that are known. */
export function unverifiableNow(
  asset: string,
  records: readonly ActionRecord[],
  numbers: readonly AssetNumberView[],
): Unverifiable | null {
  const telling = records.filter((record) => told(record) !== null)
  const [newest] = telling
  if (newest !== undefined && told(newest) === 'left_out') return 'left_out'
  const known = numbers.filter(({ from }) => from !== 'disproved')
  if (known.some((one) => one.asset === asset)) return null
  const own = telling.filter(({ intent }) => 'asset' in intent && intent.asset === asset)
  const [last] = own
  if (last !== undefined) {
    /** One that was learned on a word and is known no more was forgotten by the trader. */
    const isAskedFor = told(last) === 'number' || own.some((record) => record.question != null && isOnWord(record))
    return isAskedFor ? 'number' : null
  }
  const isAskedForElsewhere =
    known.some(({ from }) => from === 'learned') || telling.some((record) => told(record) === 'number')
  return isAskedForElsewhere ? 'perhaps_number' : null
}

/** The topics that trading answers for. Only the actions of the account that is signed in are shown; after signing out its own stay, until another one signs in. */
export function createTopics(
  actionLog: Pick<ActionLog, 'recordsOf' | 'onChange'>,
  watch: Pick<AccountWatch, 'version' | 'onChange'>,
  identity: Pick<TradingIdentity, 'address' | 'onChange'>,
  external: Pick<External, 'view' | 'onChange'>,
  numbers: Pick<AssetNumbers, 'view' | 'onChange'>,
): TopicSource {
  let who: Address | null = identity.address()
  /** Asked again at each batch: no frame may show the last account's after another one signed in. */
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
