/** Whether the order that is to take another's place would be refused if it stood there now: by the very checks that placing it goes through. */
import type { AccountView, Order } from '../../contract/account.ts'
import { add, subtract } from '../../contract/decimal.ts'
import { marginOf, openingSize, orderValue } from '../../contract/order-rules.ts'
import { isCoin } from '../../contract/outcome.ts'
import { FOR, type TradingService } from '../service/index.ts'
import type { AccountWatch } from './account/index.ts'
import { newCloid, type Refusal } from './actions/index.ts'
import type { EntryChecks } from './entry-checks.ts'
import type { TradingKeys } from './interface.ts'
import type { NewOrder } from './moves/index.ts'
import { createPlanner, type PlanOptions } from './plans/index.ts'
import type { Exposure, RateLimit } from './risk/index.ts'

interface MoveCheckOptions {
  readonly planning: Omit<PlanOptions, 'service' | 'account' | 'freshAccount' | 'rate'> & {
    readonly exposure: Exposure
  }
  readonly entry: Pick<EntryChecks, 'refusalInPlaceOf'>
  /** The orders of a minute that a hand may send. */
  readonly rate: Pick<RateLimit, 'full'>
  readonly service: TradingService
  readonly watch: Pick<AccountWatch, 'freshAccount'>
  /** @throws ServiceError */
  readonly account: () => Promise<AccountView>
  readonly keys: Pick<TradingKeys, 'randomBytes' | 'identity'>
}

/** A plan needs the id of an action; of this one there is none yet. */
const NO_ACTION = ''

/** The old order counts no more, what it holds is free, and nothing is taken from the limit on orders a minute. @throws ServiceError */
export function createMoveCheck({ planning, entry, rate, service, watch, account, keys }: MoveCheckOptions) {
  return async (old: Order, intent: NewOrder): Promise<Refusal | null> => {
    const { asset, side, size } = intent
    const wish = { asset, side, size }
    const plan = createPlanner({
      ...planning,
      service: service.for(FOR.order),
      exposure: planning.exposure.inPlaceOf(old, wish, keys.identity.address() ?? ''),
      rate: { take: rate.full, count() {} },
      account: async () => withFreed(await account(), old, planning),
      freshAccount: () => watch.freshAccount(FOR.order),
    })
    const cloid = intent.kind === 'place' ? newCloid(keys.randomBytes) : null
    const planned = await service.budget.patiently(FOR.order, () => plan(NO_ACTION, intent, cloid, false))
    return planned.ok ? entry.refusalInPlaceOf(old, intent, keys.identity.address() ?? '') : planned.error
  }
}

/** An account with the margin that an order holds free again. What shares an outcome order would buy is held back by no balance that is told. */
function withFreed(
  account: AccountView,
  old: Order,
  { leverageSet, facts }: Pick<PlanOptions, 'leverageSet' | 'facts'>,
): AccountView {
  const { available } = account.money
  if (available === null || old.reduceOnly || isCoin(old.asset)) return account
  const held = account.positions.find(({ asset }) => asset === old.asset)
  const leverage = held?.leverage ?? leverageSet(old.asset) ?? facts.market(old.asset)?.maxLeverage ?? null
  if (leverage === null) return account
  const rest = { ...old, size: subtract(old.size, old.filled) }
  const opening = openingSize(rest, held?.size ?? null)
  const freed = marginOf(orderValue({ price: old.price, size: opening }), leverage)
  return { ...account, money: { ...account.money, available: add(available, freed) } }
}
