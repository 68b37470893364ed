/** The account's money at the live mark: one figure wherever it is shown. */
import type { AccountView } from '../../contract/account.ts'
import { useTopicValue } from '../market-data/index.ts'
import { type LiveMoney, liveMoney } from '../queries/index.ts'
import { useActiveAsset } from './active-asset.ts'

const UNKNOWN: LiveMoney = { equity: null, unrealised: null }

/** Equity and unrealized P&L carried on to the active asset's mark; both null while the account is not known. */
export function useLiveMoney(account: AccountView | undefined): LiveMoney {
  const asset = useActiveAsset()
  const mark = useTopicValue(asset === null ? null : { kind: 'ticker', asset }, (ticker) => ticker.mark) ?? null
  return account === undefined ? UNKNOWN : liveMoney(account, asset, mark)
}
