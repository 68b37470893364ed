/** Whether a replacement order would be refused if it were placed now, by the checks of placing it. */
import type { AccountView, Order, Position } from '../../contract/account.ts'
import { add, subtract, ZERO } from '../../contract/decimal.ts'
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

export interface MoveCheckOptions {
  readonly planning: Omit<PlanOptions, 'service' | 'account' | 'freshAccount' | 'freshAccountInParts' | 'rate'> & {
    readonly exposure: Exposure
  }
  readonly entry: Pick<EntryChecks, 'refusalInPlaceOf' | 'refusalOnceClosed'>
  /** The limit on manual orders a minute. */
  readonly rate: Pick<RateLimit, 'full'>
  readonly service: TradingService
  readonly watch: Pick<AccountWatch, 'freshAccount' | 'freshAccountInParts'>
  /** @throws ServiceError */
  readonly account: () => Promise<AccountView>
  readonly keys: Pick<TradingKeys, 'randomBytes' | 'identity'>
}

/** A plan needs an action id; this order has none yet. */
const NO_ACTION = ''
/** Places in the minute that a reversal needs when its close fills at the first price: the close must leave one for the opening order. */
const CLOSE_AND_OPENING = 2

/** Uses up nothing of the limit on orders a minute. */
export function createMoveCheck({ planning, entry, rate, service, watch, account, keys }: MoveCheckOptions) {
  async function check(
    intent: NewOrder,
    exposure: PlanOptions['exposure'],
    as: (account: AccountView) => AccountView,
    orders: number,
  ): Promise<Refusal | null> {
    const plan = createPlanner({
      ...planning,
      service: service.for(FOR.order),
      exposure,
      rate: { take: () => rate.full(orders), count() {} },
      account: async () => as(await account()),
      freshAccount: () => watch.freshAccount(FOR.order),
      freshAccountInParts: () => watch.freshAccountInParts(FOR.order),
    })
    const cloid = intent.kind === 'place' ? newCloid(keys.randomBytes) : null
    const planned = await service.budget.patiently(FOR.order, () => plan(NO_ACTION, intent, cloid, false))
    return planned.ok ? null : planned.error
  }
  const who = (): string => keys.identity.address() ?? ''
  return {
    /** For the replacement of a resting order: the old order no longer counts, and its margin is free. @throws ServiceError */
    async inPlaceOf(old: Order, intent: NewOrder): Promise<Refusal | null> {
      const exposure = planning.exposure.inPlaceOf(old, intent, who())
      const refusal = await check(intent, exposure, (read) => withFreed(read, old, planning), 1)
      return refusal ?? entry.refusalInPlaceOf(old, intent, who())
    },
    /** For an order after a position is closed: the position no longer counts, and its margin is free. @throws ServiceError */
    async onceClosed(closed: Position, intent: NewOrder): Promise<Refusal | null> {
      const as = (read: AccountView): AccountView => withoutPosition(read, closed)
      const refusal = await check(intent, planning.exposure.onceClosed(intent, who()), as, CLOSE_AND_OPENING)
      return refusal ?? entry.refusalOnceClosed(as, intent, who())
    },
  }
}

/** The account without a position: its margin is free again, with the unrealized result added. */
function withoutPosition(account: AccountView, { asset, margin, unrealizedPnl }: Position): AccountView {
  const { available } = account.money
  const freed = add(margin ?? ZERO, unrealizedPnl ?? ZERO)
  return {
    ...account,
    positions: account.positions.filter((one) => one.asset !== asset),
    money: { ...account.money, available: available === null ? null : add(available, freed) },
  }
}

/** The account with an order's margin free again. No reported balance reserves collateral for outcome buys. */
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
