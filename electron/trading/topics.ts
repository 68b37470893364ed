/** The topics that trading answers for: what was done, and that the account may have changed. */
import type { PayloadOf, Topic } from '../../contract/topics.ts'
import type { TopicSource } from '../feed/topic-source.ts'
import type { AccountWatch } from './account-watch.ts'
import type { Ledger } from './ledger.ts'

export function createTopics(ledger: Ledger, watch: Pick<AccountWatch, 'version' | 'onChange'>): TopicSource {
  return {
    kinds: ['actions', 'account_version'],
    view<T extends Topic>(topic: T): PayloadOf<T> | undefined {
      if (topic.kind === 'actions') return ledger.records() as PayloadOf<T>
      return topic.kind === 'account_version' ? (watch.version() as PayloadOf<T>) : undefined
    },
    onChange(listener) {
      const cancels = [
        ledger.onChange(() => listener({ kind: 'actions', asset: null })),
        watch.onChange(() => listener({ kind: 'account_version', asset: null })),
      ]
      return () => {
        for (const cancel of cancels) cancel()
      }
    },
  }
}
