/** The numbers that assets are signed under: known, judged, accepted on the trader's confirmation, learned, reported and forgotten. */
import type { Fill, Order } from '../../../contract/account.ts'
import type { NumberQuestion } from '../../../contract/asset-number.ts'
import { signOf } from '../../../contract/decimal.ts'
import type { Intent } from '../../../contract/intent.ts'
import { Listeners } from '../../../contract/listeners.ts'
import type { Clock } from '../../../contract/time.ts'
import type { PreparedAction, TradingService } from '../../service/index.ts'
import type { ExpectedAction } from '../../signing/index.ts'
import type { AssetNumberStore, NumbersOf } from '../../storage/index.ts'
import type { ActionLog } from '../actions/index.ts'
import { createNumberJudge, knownToBeWrong, type NumberJudge, type NumberVerdict, namedIn } from './judge-number.ts'
import { createKnownNumbers } from './known-numbers.ts'
import { createNumberLearning, type Seen } from './learn-numbers.ts'
import { type NumberMessage, newsOf, refusedMessage } from './number-text.ts'

export type AssetNumbers = ReturnType<typeof createAssetNumbers>

/** A number that is known to be wrong, with the reason, and the right one where known. */
export interface RefusedByNow {
  readonly text: string
  readonly known: number | null
  readonly named: number
}

export function createAssetNumbers({
  service,
  store,
  actionLog,
  clock,
}: {
  readonly service: Pick<TradingService, 'markets' | 'binaryMarkets' | 'profile'>
  readonly store: AssetNumberStore
  readonly actionLog: Pick<ActionLog, 'get' | 'onChange'>
  readonly clock: Pick<Clock, 'now'>
}) {
  const { baseUrl, network, assetNumbers } = service.profile
  const of: NumbersOf = { origin: new URL(baseUrl).origin, network }
  const news = new Listeners<[message: NumberMessage]>()
  const known = createKnownNumbers(assetNumbers, store, of)
  const judge = createNumberJudge({ service, known })
  const learning = createNumberLearning({
    store,
    of,
    known,
    actionLog,
    clock,
    notify: (reported) => news.notify(newsOf(reported, of.origin)),
  })
  /** Reported contradictions, each once until the number is forgotten. */
  const reports = new Set<string>()

  function reportContradiction(asset: string, verdict: NumberVerdict | null): void {
    if (verdict?.kind !== 'refuse' || verdict.learned === null || reports.has(asset)) return
    reports.add(asset)
    news.notify(refusedMessage(asset, verdict.text))
  }

  /** Null where the difference does not depend on a number. */
  const judgeAndReport: NumberJudge = async (intent, expected, prepared) => {
    const verdict = await judge(intent, expected, prepared)
    if ('asset' in intent) reportContradiction(intent.asset, verdict)
    return verdict
  }

  return {
    /** The number that an asset must be signed under: from the deployment, else as learned, else the listed one. */
    numberOf: <Listed extends number | null>(asset: string, listed: Listed): number | Listed =>
      known.fixed(asset)?.number ?? listed,
    judge: judgeAndReport,
    /** Why the prepared action may not be signed by current knowledge, which may be more than when it was judged; null when it may. */
    refusedByNow(intent: Intent, expected: ExpectedAction, prepared: readonly PreparedAction[]): RefusedByNow | null {
      const named = namedIn(intent, prepared)
      if (named === null) return null
      const { asset, number } = named
      /** What was planned by the list is sent as planned, unless the asset itself is known by another number. */
      const isPlanned = 'assetId' in expected && expected.assetId === number
      if (isPlanned && known.fixed(asset) === null) return null
      const wrong = knownToBeWrong(known, asset, number)
      reportContradiction(asset, wrong)
      return wrong === null ? null : { text: wrong.text, known: known.fixed(asset)?.number ?? null, named: number }
    },
    /** Stores the trader's confirmation before anything is signed on it. @throws Error when it cannot be written. */
    saveConfirmation: (actionId: string, { asset, listed, signed }: NumberQuestion): void =>
      store.saveConfirmation(of, { actionId, asset, listed, number: signed, at: clock.now() }),
    /** The action is now signed without a confirmation: one given for an earlier copy proves nothing any longer. */
    withdrawWord: (actionId: string): void => store.endConfirmation(actionId, 'ambiguous'),
    sawOrders: (account: string, orders: readonly Order[]): void => learning.saw(account, () => orders.map(seenOrder)),
    /** @param fills called only while a confirmation is open. */
    sawFills: (account: string, fills: () => readonly Fill[]): void =>
      learning.saw(account, () =>
        fills().map(({ oid, asset }) => ({ oid, cloid: null, asset, isTaken: true, isCancelled: false })),
      ),
    view: known.view,
    /** Returns whether there was such a number to forget; a deployment's own cannot be forgotten. */
    forget(asset: string, number: number): boolean {
      const isForgotten = store.forget(of, asset, number)
      if (isForgotten) reports.delete(asset)
      return isForgotten
    },
    onChange: store.onChange,
    /** Fires with a message that the trader must see. */
    onNews: news.on,
  }
}

const seenOrder = ({ oid, cloid, asset, status, filled }: Order): Seen => ({
  oid,
  cloid,
  asset,
  isTaken: (status !== 'rejected' && status !== 'unknown') || signOf(filled) > 0,
  isCancelled: status === 'cancelled',
})
