/** Reads an account and its fills for a ledger as trading does, for tests of the ledger alone: soon after a change, and then periodically. */
import type { AccountView } from '../../../../contract/account.ts'
import type { Listen } from '../../../../contract/listeners.ts'
import { type Cancel, type Clock, millis } from '../../../../contract/time.ts'
import type { WalletLedger } from '../index.ts'

interface PassesOptions {
  readonly ledger: WalletLedger
  readonly account: () => string
  readonly read: () => Promise<Pick<AccountView, 'positions' | 'money'>>
  readonly syncFills: (beganHere: number) => Promise<void>
  readonly onChange: Listen
  readonly clockOffset: () => number
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after'>
}

/** While something is in doubt, and while all is explained, ms. */
const OPEN = 3_200
const CALM = 60_000
const AFTER_CHANGE = 1_000

/** @returns what stops them. */
export function startPasses({ ledger, account, read, syncFills, onChange, clockOffset, clock }: PassesOptions): Cancel {
  let next: { readonly at: number; readonly cancel: Cancel } | null = null
  let isOver = false

  function soon(ms: number): void {
    const at = clock.monotonic() + ms
    if (isOver || (next !== null && next.at <= at)) return
    next?.cancel()
    next = { at, cancel: clock.after(ms, () => void pass()) }
  }

  async function pass(): Promise<void> {
    next = null
    const [who, beganHere, began] = [account(), clock.monotonic(), millis(clock.now() + clockOffset())]
    const shown = await read()
    await syncFills(beganHere)
    if (isOver) return
    if (account() === who) ledger.look({ account: who, began, beganHere, read: shown })
    const money = ledger.current(who)?.money ?? null
    soon(
      ledger.isInDoubt() ||
        money === null ||
        money.waits !== null ||
        money.differsSince !== null ||
        money.adjustedSince !== null
        ? OPEN
        : CALM,
    )
  }

  const stop = onChange(() => soon(AFTER_CHANGE))
  soon(0)
  return () => {
    isOver = true
    stop()
    next?.cancel()
  }
}
