/** Settles sent actions by reads: one pass over everything that is not final. */
import type { AccountView, Fill, Order } from '../../../contract/account.ts'
import type { ActionState } from '../../../contract/action.ts'
import type { Cloid } from '../../../contract/address.ts'
import { assertNever } from '../../../contract/brand.ts'
import type { Intent } from '../../../contract/intent.ts'
import { type Conversion, isCoin, type OutcomeOrderStatus } from '../../../contract/outcome.ts'
import { makesOrder } from '../../../contract/requested-order.ts'
import type { Clock, Millis } from '../../../contract/time.ts'
import { hiding, type UnreadableRow } from '../../../contract/unreadable-row.ts'
import type { FillsRead, HistoryRead } from '../../records/index.ts'
import { ServiceError } from '../../service/index.ts'
import type { StoredAction } from '../../storage/index.ts'
import type { ActionEvent, ActionLog } from '../actions/index.ts'
import {
  conversionWithoutHistory,
  convertEvent,
  leverageEvent,
  repeatableEvent,
  transferEvent,
  usedEntries,
} from './effect-outcome.ts'
import { lookAlikes, orderEvent, orderOf, type Rival } from './order-evidence.ts'
import { cancelEvent, cancelStatusEvent, historyEvent, statusEvent, stillOpenEvent, windowOf } from './order-outcome.ts'
import { createProofOfAbsence, noProof, type ProofOfAbsence, proofInOnePass } from './proof-of-absence.ts'

/** The reads of one pass. `began` is the service's time when the first of them began. */
export interface Reads {
  readonly began: Millis
  /** Open orders of scalar and binary markets; null when that read failed: nothing is then concluded about their orders. */
  readonly open: readonly Order[] | null
  /** Null when that read failed or was not made: nothing is then concluded about outcome orders. */
  readonly openOutcomes: readonly Order[] | null
  /** Unreadable open orders: for their assets nothing is concluded from what the lists lack. */
  readonly unreadable?: readonly UnreadableRow[]
  /** Null when that read failed, or lacks a position. */
  readonly account: AccountView | null
  history(since: number): Promise<HistoryRead>
  fills(since: number): Promise<FillsRead>
  status(by: { readonly oid: string } | { readonly cloid: Cloid }): Promise<OutcomeOrderStatus>
  conversions(): Promise<readonly Conversion[]>
}

/** States in which reads decide. */
const OPEN_ENDED: ReadonlySet<ActionState> = new Set(['acknowledged', 'unknown', 'resting', 'partly_filled'])
/** States whose outcome has not been seen yet. */
const UNSETTLED: ReadonlySet<ActionState> = new Set(['acknowledged', 'unknown'])

const isOpenEnded = (action: StoredAction): boolean => OPEN_ENDED.has(action.state)
export const isUnsettled = (action: StoredAction): boolean => UNSETTLED.has(action.state)

/** Actions that may be sent twice: the second one meets the effect of the first. */
const REPEATABLE: ReadonlySet<Intent['kind']> = new Set(['cancel', 'leverage', 'approve_agent', 'binary_setup'])

/** States in which a request may have created an order whose id is unknown. */
const ON_ITS_WAY: ReadonlySet<ActionState> = new Set(['sent', 'acknowledged', 'unknown'])

/** Maximum difference between the two clocks when a history is searched, ms. */
const CLOCK_SLACK = 60_000

export type Reconciler = ReturnType<typeof createReconciler>

/** A read that an action needs in addition to those of every pass. */
type Need = 'history' | 'status' | 'conversions'

export function createReconciler({
  actionLog,
  offset,
  clock,
}: {
  readonly actionLog: ActionLog
  /** Milliseconds to add to the terminal's time to get the service's. */
  readonly offset: () => number
  readonly clock: Pick<Clock, 'monotonic'>
}) {
  const absence = createProofOfAbsence(offset, clock)
  actionLog.onChange((action) => {
    if (action.state === 'sent') absence.sent(action)
  })

  /** Takes the steps that the reads show. Never throws for a failing read: what needs it waits for the next pass. */
  async function pass(account: string, reads: Reads): Promise<void> {
    const live = actionLog.live()
    const actions = live.filter((action) => action.account === account && isOpenEnded(action))
    /** Includes actions that await their answer, and those of another account: the time they were sent counts once they are looked for. */
    absence.keep(new Set(live.map(({ id }) => id)))
    await settle(account, actions, reads, absence, ({ id }, event) => actionLog.offer(id, event))
  }

  /**
   * Whether these reads, each readable and complete, show no trace of an action with an unknown outcome; steps that they do show are taken. An action
   * that may be repeated without harm needs no such proof.
   */
  async function hasNoTrace(action: StoredAction, reads: Reads): Promise<boolean> {
    if (REPEATABLE.has(action.intent.kind)) return true
    let isAbsent = false
    await settle(action.account, [action], reads, proofInOnePass(absence), async ({ id }, event) => {
      if (event.type === 'never_arrived') isAbsent = true
      else await actionLog.offer(id, event)
    })
    return isAbsent
  }

  async function settle(
    account: string,
    actions: readonly StoredAction[],
    reads: Reads,
    absence: ProofOfAbsence,
    offer: (action: StoredAction, event: ActionEvent) => Promise<unknown>,
  ): Promise<void> {
    const live = actionLog.live()
    const claimed = new Set(live.flatMap((action) => (action.oid === null ? [] : [action.oid])))
    const nameless = live.filter(
      (action) =>
        action.account === account && ON_ITS_WAY.has(action.state) && action.oid === null && action.cloid === null,
    )
    /** An action with a finding in this pass is no longer a rival. */
    const settled = new Set<string>()
    const rivalsOf = ({ id }: StoredAction): readonly Rival[] =>
      nameless
        .filter((other) => other.id !== id && !settled.has(other.id))
        .map((other) => ({ action: other, window: windowOf(other, absence) }))

    /** An order that belongs to one action belongs to no other. */
    const take = async (action: StoredAction, event: ActionEvent | null): Promise<void> => {
      if (event === null) return
      if (event.type !== 'noted') settled.add(action.id)
      if ('oid' in event && event.oid !== null) claimed.add(event.oid)
      await offer(action, event)
    }
    /** Back to the oldest action that is looked for; null when not all could be read. */
    const oldest = Math.min(...actions.map((action) => absence.earliest(action))) - CLOCK_SLACK
    let fillsRead: Promise<readonly Fill[] | null> | null = null
    const fillsFor = ({ oid }: StoredAction): Promise<readonly Fill[] | null> => {
      if (oid === null) return Promise.resolve([])
      fillsRead ??= reads.fills(oldest).then(
        ({ rows, complete }) => (complete ? rows : null),
        () => null,
      )
      return fillsRead
    }

    /** What a list lacks may be in one of its unreadable rows. */
    const proofFor = (action: StoredAction, rows = reads.unreadable): ProofOfAbsence =>
      isHidden(action, rows) ? noProof(absence) : absence

    const needs: Record<Need, StoredAction[]> = { history: [], status: [], conversions: [] }
    for (const action of actions) {
      const look = firstLook(action, reads, claimed, proofFor(action), rivalsOf(action))
      if (typeof look === 'string') {
        if (look === 'conversions' || isUnsettled(action) || absence.countVanished(action)) needs[look].push(action)
      } else await take(action, look)
    }

    /** Orders whose status could not be read: their presence in the history counts, their absence proves nothing. */
    const unasked = new Set<StoredAction>()
    for (const action of needs.status) {
      const answer = await askFor(action, reads)
      const isCancel = action.intent.kind === 'cancel'
      /** A cancel whose order is in no list is over, even where the route is missing. */
      if (answer === 'failed' || (answer === 'no_route' && !isCancel)) unasked.add(action)
      if (answer === 'failed' || answer === 'no_route' || answer === 'switched_off') needs.history.push(action)
      else if (action.intent.kind === 'cancel') {
        await take(action, cancelStatusEvent(action, action.intent, answer, reads.began, proofFor(action)))
      } else {
        const fills = answer?.order == null ? await fillsFor(action) : []
        await take(action, statusEvent(action, answer, { began: reads.began, fills }, proofFor(action)))
      }
    }

    if (needs.conversions.length > 0) await settleConversions(account, needs.conversions, reads, absence, take)
    if (needs.history.length === 0) return

    const history = await reads.history(oldest).catch(() => null)
    if (history === null) return
    for (const found of actionLog.records()) if (found.oid !== null) claimed.add(found.oid)
    for (const action of needs.history) {
      const open = openOf(action, reads) ?? []
      const fills = await fillsFor(action)
      await noteAmbiguity(action, [...open, ...history.rows], claimed, absence)
      const { intent } = action
      const shown = proofFor(action, [...(reads.unreadable ?? []), ...(history.unreadable ?? [])])
      const proof = unasked.has(action) ? { ...shown, countAbsent: () => false } : shown
      if (intent.kind === 'cancel') {
        const order = history.rows.find(({ oid }) => oid === intent.oid) ?? null
        await take(action, cancelEvent(action, intent, order, reads.began, proof))
        continue
      }
      const others = new Set([...claimed].filter((oid) => oid !== action.oid))
      const search = { began: reads.began, open, fills, others, rivals: rivalsOf(action) }
      await take(action, historyEvent(action, history, search, proof))
    }
  }

  /** The result of the reads of every pass; a string names the additional read that is needed. */
  function firstLook(
    action: StoredAction,
    reads: Reads,
    claimed: ReadonlySet<string>,
    absence: ProofOfAbsence,
    rivals: readonly Rival[],
  ): ActionEvent | Need | null {
    const { intent } = action
    const { account, began } = reads
    if (makesOrder(intent)) {
      const open = openOf(action, reads)
      if (open === null) return null
      const hasId = action.oid !== null || action.cloid !== null
      /** Its order cannot be identified among the matching ones while one of them is unreadable. */
      if (!hasId && isHidden(action, reads.unreadable)) return null
      const order = orderOf(action, open, claimed, windowOf(action, absence), rivals)
      if (order === null) {
        return isCoin(intent.asset) && hasId ? 'status' : 'history'
      }
      absence.seen(action)
      return orderEvent(action, order, 'open')
    }
    switch (intent.kind) {
      case 'cancel': {
        const open = openOf(action, reads)
        if (open === null) return null
        if (open.some(({ oid }) => oid === intent.oid)) return stillOpenEvent(action, began, absence)
        return isCoin(intent.asset) ? 'status' : 'history'
      }
      case 'leverage':
        return account === null ? null : leverageEvent(action, intent, account, began, absence)
      case 'approve_agent':
      case 'binary_setup':
        return repeatableEvent(action, began, absence)
      case 'transfer': {
        if (account === null) return null
        const records = actionLog.recordsOf(action.account)
        return transferEvent(action, intent, { began, account, offset: offset(), records }, absence)
      }
      case 'convert':
        return 'conversions'
      default:
        return assertNever(intent, 'intent')
    }
  }

  /** Each entry of the history belongs to one action: of two identical actions, the older one has the older entry. */
  async function settleConversions(
    account: string,
    actions: readonly StoredAction[],
    reads: Reads,
    absence: ProofOfAbsence,
    take: (action: StoredAction, event: ActionEvent | null) => Promise<void>,
  ): Promise<void> {
    const entries = await reads.conversions().catch((error: unknown) => (isSwitchedOff(error) ? 'switched_off' : null))
    if (entries === null) return
    const taken = usedEntries(actionLog.recordsOf(account))
    for (const action of actions) {
      if (action.intent.kind !== 'convert') continue
      if (entries === 'switched_off') {
        await take(action, conversionWithoutHistory(action, reads.began, absence))
        continue
      }
      const event = convertEvent(action, action.intent, entries, taken, reads.began, absence)
      if (event?.type === 'confirmed' && event.detail !== null) taken.add(event.detail)
      await take(action, event)
    }
  }

  /** Notes once that several orders could be the action's: it stays unknown, and nothing is guessed. */
  async function noteAmbiguity(
    action: StoredAction,
    orders: readonly Order[],
    claimed: ReadonlySet<string>,
    absence: ProofOfAbsence,
  ): Promise<void> {
    const alike = lookAlikes(action, orders, claimed, windowOf(action, absence))
    const found = [...new Map(alike.map((order) => [order.oid, order])).values()]
    if (found.length < 2) return
    const detail = `${found.length} orders look like it (${found.map(({ oid }) => oid).join(', ')}); it is unclear which one is yours`
    if (action.steps.some((step) => step.detail === detail)) return
    await actionLog.offer(action.id, { type: 'noted', detail })
  }

  return { pass, hasNoTrace }
}

const isHidden = ({ intent }: StoredAction, rows: Reads['unreadable']): boolean =>
  'asset' in intent && hiding(rows, intent.asset) !== undefined

/** The open orders that may include the action's. */
const openOf = ({ intent }: StoredAction, { open, openOutcomes }: Reads): readonly Order[] | null =>
  'asset' in intent && isCoin(intent.asset) ? openOutcomes : open

const isSwitchedOff = (error: unknown): boolean => error instanceof ServiceError && error.kind === 'switched_off'

/** The status of an action's outcome order; null when the service does not know the order, `no_route` when it may not know the route. */
async function askFor(
  { intent, oid, cloid }: StoredAction,
  reads: Reads,
): Promise<OutcomeOrderStatus | null | 'failed' | 'no_route' | 'switched_off'> {
  const id = intent.kind === 'cancel' ? intent.oid : oid
  try {
    if (id !== null) return await reads.status({ oid: id })
    return cloid === null ? 'failed' : await reads.status({ cloid })
  } catch (error) {
    if (isSwitchedOff(error)) return 'switched_off'
    if (saysUnknown(error, id ?? cloid)) return null
    return error instanceof ServiceError && error.status === 404 ? 'no_route' : 'failed'
  }
}

/** Codes with which a service says that it has no such order. */
const UNKNOWN_ORDER = /^(unknown_?order|no_?such_?order|order_?(not_?found|unknown|missing))$/i

/** Whether a 404 is about the order and not about the route: by its code, or by a body that names the order. */
function saysUnknown(error: unknown, id: string | null): boolean {
  if (!(error instanceof ServiceError) || error.status !== 404) return false
  return UNKNOWN_ORDER.test(error.code) || (id !== null && error.message.toLowerCase().includes(id.toLowerCase()))
}
