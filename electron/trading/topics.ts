/** The topics that trading answers for: what was done, and that the account may have changed. */
import type { Address } from '../../contract/address.ts'
import type { PayloadOf, Topic } from '../../contract/topics.ts'
import type { TopicSource } from '../topics/index.ts'
import type { AccountWatch } from './account/index.ts'
import type { ActionLog, TradingIdentity } from './actions/index.ts'

/** Only the actions of the account that is signed in are shown; after signing out its own stay, until another one signs in. */
export function createTopics(
  actionLog: ActionLog,
  watch: Pick<AccountWatch, 'version' | 'onChange'>,
  identity: Pick<TradingIdentity, 'address' | 'onChange'>,
): TopicSource {
  let who: Address | null = identity.address()
  return {
    kinds: ['actions', 'account_version'],
    view<T extends Topic>(topic: T): PayloadOf<T> | undefined {
      if (topic.kind === 'actions') {
        // Asked again at each batch: no frame may show the last account's after another one signed in.
        who = identity.address() ?? who
        return actionLog.recordsOf(who ?? '') as PayloadOf<T>
      }
      return topic.kind === 'account_version' ? (watch.version() as PayloadOf<T>) : undefined
    },
    onChange(listener) {
      const cancels = [
        actionLog.onChange(() => listener({ kind: 'actions', asset: null })),
        watch.onChange(() => listener({ kind: 'account_version', asset: null })),
        identity.onChange(() => listener({ kind: 'actions', asset: null })),
      ]
      return () => {
        for (const cancel of cancels) cancel()
      }
    },
  }
}
