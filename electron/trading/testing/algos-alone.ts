/** Algo orders without the rest of trading, for tests of their records: the limit of orders a minute is used up, so that none ever sends. */
import type { Address } from '../../../contract/address.ts'
import { type AlgoRequest, FINAL_ALGO_STATES } from '../../../contract/algo.ts'
import { millis } from '../../../contract/time.ts'
import type { StoredAlgo } from '../../storage/index.ts'
import { type AlgoNews, type AlgoPorts, type Algos, createAlgos } from '../algos/index.ts'
import { memoryRecords } from './memory-records.ts'

export interface AlgosAlone {
  algos: Algos
  /** Reported news. */
  readonly news: AlgoNews[]
  begin(id: string, terms: AlgoRequest['terms']): Promise<unknown>
  /** Another wallet signed in, or the trader signed out. */
  signedOut(before: Address): void
  /** Another terminal over the same disk. */
  restart(): void
}

interface World extends Pick<AlgoPorts, 'clock' | 'cannot'> {
  readonly asset: string
  readonly address: () => Address | null
  readonly isClockConfirmed: () => boolean
}

export function openAlgosAlone({ asset, clock, cannot, address, isClockConfirmed }: World): AlgosAlone {
  const store = memoryRecords<StoredAlgo>(FINAL_ALGO_STATES)
  const none = async (): Promise<never> => {
    throw new Error('nothing is read')
  }
  const live = (): Algos =>
    createAlgos({
      store,
      profile: 'practice',
      ports: {
        ...{ clock, cannot, serverTime: () => millis(1_000 + clock.monotonic()) },
        marketTime: () => ({ time: 1_000 + clock.monotonic(), isConfirmed: isClockConfirmed() }),
        actionLog: { get: () => null, offer: () => undefined, onChange: () => () => undefined } as never,
        facts: {
          ticker: () => null,
          market: () => null,
          bucket: () => null,
          outcome: () => null,
          needPrices: () => () => undefined,
        },
        ...{ freshOpenOrders: none, orderStatus: none, submit: none },
        ...{
          orders: { readSince: none, ofIds: () => [] },
          fills: { sync: none, since: () => ({ rows: [], complete: true }) },
        },
        isCurrent: (account) => account === address(),
        rateFull: () => ({ code: 'rate', message: 'The limit of orders a minute is full.', field: null }) as never,
        throttled: () => null,
        onThrottled: () => () => undefined,
        waitsForWord: () => false,
        check: async () => [],
        until: () => null,
        takes: () => 0,
      },
      address,
      signedIn: () => address() as Address,
      onIdentity: () => () => undefined,
      worst: async () => null as never,
      onNews: (news) => void alone.news.push(news),
      log: { debug() {}, info() {}, warn() {}, error() {} },
    })
  const alone: AlgosAlone = {
    algos: live(),
    news: [],
    begin: (id, terms) =>
      alone.algos.begin({ requestId: id, asset, side: 'buy', reduceOnly: false, terms }, () => null),
    signedOut: (before) => alone.algos.pauseOf(before),
    restart() {
      alone.algos.halt()
      alone.algos = live()
      alone.algos.takeUpEarlierRun()
    },
  }
  return alone
}
