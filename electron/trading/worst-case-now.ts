/** What could be lost from now on: what other parts of main hold counts in it, and windows are told of it while one watches. */
import type { AccountView } from '../../contract/account.ts'
import { type Listen, Listeners, onAny } from '../../contract/listeners.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { WorstCaseView } from '../../contract/worst-case.ts'
import { type TopicSource, topicOf } from '../topics/index.ts'
import type { HeldRisk, ReadWorstCase } from './risk/index.ts'

/** What is held for an account by other parts of main. */
export interface HeldRisks {
  add(source: (account: string) => HeldRisk): void
  /** Of all of them. */
  of(account: string): HeldRisk
}

export function createHeldRisks(): HeldRisks {
  const sources: ((account: string) => HeldRisk)[] = []
  return {
    add: (source) => void sources.push(source),
    of(account) {
      const all = sources.map((source) => source(account))
      return { orders: all.flatMap(({ orders }) => orders), stops: all.flatMap(({ stops }) => stops) }
    },
  }
}

interface WorstCaseTopicOptions {
  readonly read: ReadWorstCase
  /** The last read; null before one of the account that is signed in. */
  readonly account: () => AccountView | null
  /** Accounts and orders may have changed. */
  readonly onChange: Listen
  readonly clock: Pick<Clock, 'every'>
}

/** Prices move all the time; nobody reads a figure more often than this, ms. */
const EVERY = 1000

export function createWorstCaseTopic({ read, account, onChange, clock }: WorstCaseTopicOptions): TopicSource {
  const moments = new Listeners()
  let watchers = 0
  let ticking: Cancel | null = null

  function view(): WorstCaseView {
    const now = account()
    if (now === null) return { now: null, why: 'The account has not been read yet.' }
    const found = read(now)
    return found.ok ? { now: found.value, why: null } : { now: null, why: `Not known: ${found.error}.` }
  }

  return {
    ...topicOf('worst_case', view, onAny(onChange, moments.on)),
    watched() {
      watchers += 1
      ticking ??= clock.every(EVERY, moments.notify)
    },
    unwatched() {
      watchers -= 1
      if (watchers > 0) return
      ticking?.()
      ticking = null
    },
  }
}
