/**
 * The leverage of assets. No read shows it without a position (docs/service/positions.md#leverage), so the last set and the last shown values are
 * remembered.
 */
import type { AccountView, Position } from '../../../contract/account.ts'
import type { StoredAction } from '../../storage/index.ts'
import { type ActionLog, wasSent } from '../actions/index.ts'

export type Leverages = ReturnType<typeof createLeverages>

/** An order of unknown leverage counts in full. */
const UNKNOWN = 1

export function createLeverages({
  actionLog,
  watch,
  address,
  clock,
}: {
  readonly actionLog: Pick<ActionLog, 'leverageSet' | 'live' | 'onChange'>
  readonly watch: {
    lastAccount(): { readonly value: AccountView; readonly began: number } | null
    onChange(listener: () => void): void
  }
  readonly address: () => string | null
  readonly clock: { monotonic(): number }
}) {
  /** By account and asset, in this run: the last value, and when, monotonic ms. */
  const last = new Map<string, { readonly leverage: number; readonly at: number }>()
  const keyOf = (account: string, asset: string): string => `${account}/${asset}`

  actionLog.onChange(({ intent, state, account }) => {
    if (intent.kind !== 'leverage' || state !== 'done') return
    last.set(keyOf(account, intent.asset), { leverage: intent.leverage, at: clock.monotonic() })
  })
  watch.onChange(() => {
    const read = watch.lastAccount()
    for (const { asset, leverage } of read?.value.positions ?? []) {
      const key = keyOf(read?.value.address ?? '', asset)
      // A read that began before a change was done may not show it.
      if (read === null || leverage === null || (last.get(key)?.at ?? read.began) > read.began) continue
      last.set(key, { leverage, at: read.began })
    }
  })

  const ofThisRun = (asset: string): number | null => last.get(keyOf(address() ?? '', asset))?.leverage ?? null
  const set = (asset: string): number | null => actionLog.leverageSet(address() ?? '', asset)

  const underWay = (asset: string): readonly number[] =>
    actionLog.live().flatMap((action: StoredAction) => {
      const { intent, account } = action
      const isIt = intent.kind === 'leverage' && intent.asset === asset && account === (address() ?? '')
      return isIt && wasSent(action) ? [intent.leverage] : []
    })

  return {
    /** The leverage last set by the terminal for the signed-in wallet, or last shown by its position; null where neither is known. */
    known: (asset: string): number | null => ofThisRun(asset) ?? set(asset),
    /** The lowest leverage that may be in force: 1 where unknown, and the lower one while a change is under way. */
    least: (asset: string, position: Position | undefined): number =>
      Math.min(ofThisRun(asset) ?? position?.leverage ?? set(asset) ?? UNKNOWN, ...underWay(asset)),
  }
}
