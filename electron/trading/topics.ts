/** The topics that trading answers for: what was done, and that the account may have changed. */
import type { ActionRecord } from '../../contract/action.ts'
import type { Address } from '../../contract/address.ts'
import { type Listen, onAny } from '../../contract/listeners.ts'
import { joinedTopics, type TopicSource, topicOf } from '../topics/index.ts'
import type { AccountWatch } from './account/index.ts'
import type { ActionLog, TradingIdentity } from './actions/index.ts'
import type { Foreign } from './foreign/index.ts'
import type { AssetNumbers } from './numbers/index.ts'

/** Only the actions of the account that is signed in are shown; after signing out its own stay, until another one signs in. */
export function createTopics(
  actionLog: Pick<ActionLog, 'recordsOf' | 'onChange'>,
  watch: Pick<AccountWatch, 'version' | 'onChange'>,
  identity: Pick<TradingIdentity, 'address' | 'onChange'>,
  foreign: Pick<Foreign, 'view' | 'onChange'>,
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
    topicOf('other_client', () => foreign.view(identity.address() ?? ''), onAny(foreign.onChange, identity.onChange)),
    topicOf('asset_numbers', numbers.view, numbers.onChange),
    topicOf('account_version', watch.version, watch.onChange),
  ])
}
