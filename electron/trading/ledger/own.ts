/** What this terminal's actions show of a wallet's orders, fills and conversions. */
import type { Fill, Order } from '../../../contract/account.ts'
import { type ActionRecord, isFinal, serviceTime } from '../../../contract/action.ts'
import { add, compare, type Size, signOf, ZERO } from '../../../contract/decimal.ts'
import type { FillRecords } from '../../records/index.ts'
import type { Journal, StoredAction, WalletStore } from '../../storage/index.ts'
import { type ActionLog, wasSent } from '../actions/index.ts'

export type Own = ReturnType<typeof createOwn>

interface OwnOptions {
  readonly actionLog: Pick<ActionLog, 'live' | 'recordsOf'>
  readonly journal: Pick<Journal, 'known'>
  readonly wallets: Pick<WalletStore, 'profilesAt'>
  readonly fills: Pick<FillRecords, 'ofOrder'>
  readonly profile: string
  readonly origin: string
}

/** Maximum difference between the time of a fill and that of its action without an id, ms. */
const CLOCKS = 60_000
/** Fills of an action are awaited this long after its last step, ms. */
const LISTED_WITHIN = 600_000

export function createOwn({ actionLog, journal, wallets, fills, profile, origin }: OwnOptions) {
  const sentFor = (account: string, asset: string): readonly StoredAction[] =>
    actionLog.live().filter((action) => action.account === account && isFor(action, asset) && wasSent(action))

  return {
    /** The subset of these ids, the service's or the terminal's, that belong to orders of an action. */
    known(account: string, ids: readonly string[]): ReadonlySet<string> {
      const others = wallets.profilesAt(origin, account).filter((name) => name !== profile)
      const own = new Set<string | null>([
        ...[profile, ...others].flatMap((name) => [...journal.known(name, account, ids)]),
        // What could not be written is known only here.
        ...actionLog.recordsOf(account).flatMap(({ oid, cloid }) => [oid, cloid]),
      ])
      return new Set(ids.filter((id) => own.has(id)))
    },
    /** Whether a sent action of the asset has no order id yet. */
    isWaitingForId: (account: string, asset: string): boolean =>
      sentFor(account, asset).some(({ oid }) => oid === null),
    /** Whether an action that never got an order id traded in the asset at about that time. */
    isNameless: (account: string, { asset, time }: Fill): boolean =>
      actionLog
        .recordsOf(account)
        .some(
          (action) =>
            action.oid === null &&
            isFor(action, asset) &&
            hasTraded(action) &&
            time >= serviceTime(action, action.createdAt) - CLOCKS &&
            time <= serviceTime(action, action.updatedAt) + CLOCKS,
        ),
    /** Whether an action recently filled more than its listed fills add up to, as of the given service time. */
    isUnlisted: (account: string, asset: string, now: number): boolean =>
      actionLog
        .recordsOf(account)
        .some(
          (action) =>
            action.oid !== null &&
            action.filled !== null &&
            isFor(action, asset) &&
            serviceTime(action, action.updatedAt) >= now - LISTED_WITHIN &&
            compare(sizeOf(fills.ofOrder(action.oid)), action.filled) < 0,
        ),
    /** Whether the outcome of something sent for the asset is unknown. */
    isInDoubt: (account: string, asset: string): boolean =>
      sentFor(account, asset).some(({ state }) => state !== 'resting' && state !== 'partly_filled'),
    /** Whether shares were converted, or may have been, since a moment, the service's time. */
    hasConverted: (account: string, since: number): boolean =>
      actionLog
        .recordsOf(account)
        .some(
          (action) =>
            action.intent.kind === 'convert' &&
            (!isFinal(action.state) || action.state === 'done') &&
            serviceTime(action, action.updatedAt) >= since,
        ),
  }
}

const isFor = ({ intent }: Pick<ActionRecord, 'intent'>, asset: string): boolean =>
  'asset' in intent && intent.asset === asset && intent.kind !== 'cancel' && intent.kind !== 'leverage'

const sizeOf = (fills: readonly Fill[]): Size => fills.reduce<Size>((sum, { size }) => add(sum, size), ZERO)

const hasTraded = ({ state, execution, filled }: ActionRecord): boolean =>
  state === 'filled' || execution != null || (filled !== null && signOf(filled) > 0)

/** The ids by which actions may know an order. */
export const idsOf = ({ oid, cloid }: Pick<Order, 'oid' | 'cloid'>): readonly string[] =>
  cloid === null ? [oid] : [oid, cloid]
