/** Takes new exit plans: checks what a window asks for against the account and the market, and has it on disk. */

import type { AccountView } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import { type ExitPlanInput, isConditionalFinal } from '../../contract/conditional.ts'
import { signOf } from '../../contract/decimal.ts'
import type { Millis } from '../../contract/time.ts'
import { hiding } from '../../contract/unreadable-row.ts'
import { CallError } from '../errors.ts'
import type { StoredConditional } from '../storage/index.ts'
import { earlierWords } from './acts.ts'
import type { MarketNow } from './market-end.ts'
import { needWords, neverWords } from './needs.ts'
import { planDraftOf } from './plan-draft.ts'
import type { Plans } from './plans.ts'
import type { Acting, ConditionalFacts, ConditionalTrading, Report } from './ports.ts'
import type { SavedConditionals } from './saved-conditionals.ts'

/** The same request is never set twice. @throws CallError naming the field that is wrong. */
export type SetPlan = (input: ExitPlanInput) => Promise<{ readonly ids: readonly string[] }>

interface SettingOptions {
  readonly saved: Pick<SavedConditionals, 'all' | 'add'>
  /** Those of the trader who is signed in. */
  readonly mine: () => readonly StoredConditional[]
  readonly plans: Pick<Plans, 'protectedOf' | 'followEntries'>
  readonly trading: Pick<ConditionalTrading, 'readAccount' | 'freshAccount' | 'readFees' | 'unverifiable'>
  readonly facts: Pick<ConditionalFacts, 'market'>
  readonly marketNow: (asset: string) => MarketNow & { readonly now: Millis }
  readonly profile: string
  readonly address: () => Address | null
  readonly acting: () => Acting
  readonly report: Report
}

export function createSetting(options: SettingOptions): SetPlan {
  const { saved, mine, plans, trading, facts, marketNow, profile, address, report } = options

  const live = (): number => mine().filter(({ state }) => !isConditionalFinal(state)).length

  /** Who sets it. @throws CallError where nobody is signed in, or a close of the asset would never go out. */
  function whoFor(asset: string): Address {
    const who = address()
    if (who === null) throw new CallError('signed_out', 'Nobody is signed in.')
    const never = neverWords(asset, trading.unverifiable(asset))
    if (never !== null) throw new CallError('conditional_refused', never)
    return who
  }

  /** That there is no position is not believed of one read. */
  async function accountFor(asset: string): Promise<AccountView> {
    const read = await trading.readAccount()
    const isHeld = read.positions.some((one) => one.asset === asset && signOf(one.size) !== 0)
    if (isHeld) return read
    const fresh = await trading.freshAccount()
    const row = fresh.positions.some((one) => one.asset === asset) ? undefined : hiding(fresh.unreadable, asset)
    if (row === undefined) return fresh
    throw new CallError('conditional_refused', `The position in ${asset} may be one that cannot be read: ${row.reason}`)
  }

  return async (input) => {
    const { asset, terms, position, entry } = input
    const who = whoFor(asset)
    // What an order will fill is not in any read yet, and the order waits for this.
    const account = entry === null ? await accountFor(asset) : { address: who, positions: [] }
    const takerBps = terms.breakEven === null ? null : (await trading.readFees()).takerBps
    const drafted = planDraftOf(input, {
      ...marketNow(asset),
      ...{ account, profile, takerBps, armed: live() },
      market: facts.market(asset),
      protectedByOthers: plans.protectedOf(asset, position),
    })
    const set = saved.all().filter(({ plan }) => plan.id === input.requestId)
    if (set.length > 0) return { ids: set.map(({ id }) => id) }
    if (!drafted.ok) throw new CallError('conditional_refused', drafted.error.message, drafted.error.field)
    const [first] = drafted.value
    const early = first === undefined ? null : earlierWords(first.target, options.acting())
    if (early !== null && !input.acceptsUntil) throw new CallError('acts_until', early)
    saved.add(drafted.value)
    plans.followEntries()
    // What its close will want of the trader is said as soon as it is held.
    const needs = needWords(asset, trading.unverifiable(asset))
    if (needs !== null) report('error', `An exit of ${asset} ${needs.will} need you`, needs.words)
    return { ids: drafted.value.map(({ id }) => id) }
  }
}
