/** Saves accounts and restores them, also when buckets or markets ended in between. */

import { z } from 'zod'
import { type BinaryCore, type BinaryMarket, restoreBinary, saveBinary } from '../binary/index.ts'
import type { Ledger, LedgerAccount } from '../ledger/index.ts'
import { micros, savedLeveraged, whole } from '../market/index.ts'
import type { Oracle } from '../oracle.ts'
import {
  type OutcomeCore,
  type OutcomeMarket,
  restoreOutcomes,
  savedOutcomes,
  saveOutcomes,
} from '../outcomes/index.ts'
import { restoreScalar, type ScalarMarket, saveScalar } from '../scalar/index.ts'

/** Next order and trade ids; unique across all families. */
export interface NextIds {
  oid: number
  tid: number
}

/** The parts of a venue that are saved and restored. */
export interface Parts {
  readonly ledger: Ledger
  readonly oracle: Oracle
  readonly nextIds: NextIds
  readonly scalar: ScalarMarket
  readonly binary: { readonly market: BinaryMarket; readonly core: BinaryCore }
  readonly outcomes: { readonly market: OutcomeMarket; readonly core: OutcomeCore }
}

/** The state to save: shared counters, oracle shifts, and the given accounts. */
export function exportState(parts: Parts, accounts: readonly LedgerAccount[]): SavedState {
  const { oracle, nextIds, scalar } = parts
  const { bucketSeconds, finalSeconds } = scalar.state.rules
  return {
    version: 1,
    time: scalar.host.now(),
    nextOid: nextIds.oid,
    nextTid: nextIds.tid,
    bucketSeconds,
    finalSeconds,
    oracleShifts: [...oracle.shifts()],
    accounts: accounts.map((account) => exportAccount(parts, account)),
  }
}

function exportAccount({ scalar, binary, outcomes }: Parts, account: LedgerAccount): SavedAccount {
  return {
    address: account.address,
    usdc: String(account.usdc),
    usdh: String(account.usdh),
    usdhOutcome: String(account.usdhOutcome),
    ...saveScalar(scalar, account),
    binary: saveBinary(binary.market, binary.core, account),
    outcomes: saveOutcomes(outcomes.market, outcomes.core, account),
  }
}

/**
 * Restores the accounts, family by family. The makers' quotes are withdrawn meanwhile, so that restored orders keep their time priority.
 * @throws Error when one of the accounts exists already; nothing has changed then.
 */
export function importState(parts: Parts, saved: SavedState): void {
  const { ledger, oracle, nextIds, scalar, binary, outcomes } = parts
  const existing = saved.accounts.find(({ address }) => ledger.find(address) !== null)
  if (existing !== undefined) throw new Error(`account ${existing.address} exists already`)
  scalar.withdraw()
  outcomes.market.withdraw()
  nextIds.oid = Math.max(nextIds.oid, saved.nextOid)
  nextIds.tid = Math.max(nextIds.tid, saved.nextTid)
  if (saved.oracleShifts.length > 0) oracle.restoreShifts(saved.oracleShifts)
  const accounts = saved.accounts.map((entry) => [openAccount(ledger, entry), entry] as const)
  restoreScalar(scalar, accounts, saved)
  scalar.restored()
  binary.market.restored()
  outcomes.market.restored()
  for (const [account, entry] of accounts) {
    if (entry.binary !== undefined) restoreBinary(binary.market, binary.core, account, entry.binary)
    if (entry.outcomes !== undefined) restoreOutcomes(outcomes.market, outcomes.core, account, entry.outcomes)
  }
  outcomes.market.requote()
  scalar.read()
  binary.market.read()
  scalar.requote()
}

function openAccount(ledger: Ledger, saved: SavedAccount): LedgerAccount {
  const account = ledger.open(saved.address, false)
  ledger.deposit(account, BigInt(saved.usdc), BigInt(saved.usdh))
  account.usdhOutcome = BigInt(saved.usdhOutcome)
  ledger.depositedUsdh += account.usdhOutcome
  return account
}

/** The scalar fields are beside the balances; each other family has its own object. */
const savedAccount = savedLeveraged.extend({
  address: z.string().regex(/^0x[0-9a-f]{40}$/),
  usdc: micros,
  usdh: micros,
  usdhOutcome: micros,
  binary: savedLeveraged.optional(),
  outcomes: savedOutcomes.optional(),
})

/** The saved JSON. Amounts are micro-USDC or micro-USDH as text, times are venue ms. */
export const savedState = z.object({
  version: z.literal(1),
  time: whole,
  nextOid: whole.positive(),
  nextTid: whole.positive(),
  bucketSeconds: whole.positive(),
  finalSeconds: whole.positive(),
  oracleShifts: z.array(z.object({ from: whole, hundredths: whole })),
  accounts: z.array(savedAccount),
})

export type SavedState = z.infer<typeof savedState>
type SavedAccount = z.infer<typeof savedAccount>
