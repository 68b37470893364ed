/** Events that are notices in every window: fired alerts, fills, and refused orders. Other reports bring their own notices. */
import type { Fill } from '../../contract/account.ts'
import { type ActionRecord, isDiscarded } from '../../contract/action.ts'
import type { AlertFiring, AlertKind, AlertsView } from '../../contract/alert.ts'
import { add, trimZeros } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import { isCoin } from '../../contract/outcome.ts'
import { priceLabel } from '../../contract/price-text.ts'
import { requestedOrderOf } from '../../contract/requested-order.ts'
import type { Clock } from '../../contract/time.ts'
import type { DeploymentNotices, TopicSource } from '../topics/index.ts'
import type { Alerts } from './alerts.ts'
import { nameOf, type ProbabilityFacts } from './evaluate.ts'

type Add = Pick<DeploymentNotices, 'add'>
/** Names the coins of outcome markets. */
type Named = Pick<ProbabilityFacts, 'outcome'>

const assetName = (asset: string, facts: Named): string => (isCoin(asset) ? nameOf(asset, facts) : asset)

/** Alerts on events that have a notice of their own. */
const NOTICED: ReadonlySet<AlertKind> = new Set(['fill', 'position_end'])

/** Every fired alert is a notice, unless its event is one already. */
export function noticeFirings({ topics }: Pick<Alerts, 'topics'>, notices: Add): void {
  const view = (): AlertsView | undefined => topics.view({ kind: 'alerts' })
  let reported = newest(view()?.firings ?? [])
  topics.onChange(() => {
    const now = view()
    if (now === undefined) return
    const fresh = now.firings.filter(({ seq }) => seq > reported)
    reported = Math.max(reported, newest(now.firings))
    const isNoticed = (id: string): boolean => now.alerts.some((one) => one.id === id && NOTICED.has(one.rule.kind))
    for (const { alertId, title, text: message, isActing } of fresh.reverse()) {
      if (alertId !== '' && !isNoticed(alertId)) notices.add(isActing ? 'warning' : 'info', title, message)
    }
  })
}

const newest = (firings: readonly AlertFiring[]): number => Math.max(0, ...firings.map(({ seq }) => seq))

/** Older fills are read at a start, and are not news, ms. */
const NEWS_MS = 60_000

/**
 * New fills are notices: one for what is read together of one side of a market. Not for settlements: the end of the position has its own notice.
 * @param now service time, ms
 */
export function noticeFills(fills: readonly Fill[], now: number, facts: Named, notices: Add): void {
  const groups = Map.groupBy(
    fills.filter(({ time, cause }) => now - time < NEWS_MS && cause !== 'settlement'),
    ({ asset, side }) => `${side} ${asset}`,
  )
  for (const [first, ...others] of groups.values()) {
    if (first === undefined) continue
    const { side, asset, price } = first
    const size = others.reduce((sum, fill) => add(sum, fill.size), first.size)
    const what = `${trimZeros(size)} ${assetName(asset, facts)}`
    const at = priceLabel(price)
    notices.add(
      'info',
      side === 'buy' ? `Bought ${what}` : `Sold ${what}`,
      others.length === 0 ? `At ${at}.` : `${others.length + 1} fills, last at ${at}.`,
    )
  }
}

/**
 * Orders and cancels that the trader sent and that were refused since now are notices, each once. Exits, scales, slices and flattens report their own
 * refusals.
 */
export function noticeRefusals(
  actions: TopicSource,
  { clock, facts, notices }: { readonly clock: Pick<Clock, 'now'>; readonly facts: Named; readonly notices: Add },
): void {
  const since = clock.now()
  const reported = new Set<string>()
  actions.onChange(({ kind }) => {
    if (kind !== 'actions') return
    const records: readonly ActionRecord[] = actions.view({ kind: 'actions' }) ?? []
    for (const action of records.toReversed()) {
      const { id, intent, message, updatedAt } = action
      const what = isRefused(action) ? requestText(intent, facts) : null
      if (what === null || updatedAt < since || reported.has(id)) continue
      reported.add(id)
      notices.add('warning', `Refused: ${what}`, message ?? 'No reason was given.')
    }
  })
}

/** Whether the trader's own request was refused, by the terminal or by the venue. */
const isRefused = (action: ActionRecord): boolean =>
  (action.state === 'refused' || action.state === 'rejected') &&
  action.held === undefined &&
  action.attempt === undefined &&
  !isDiscarded(action)

/** `buy 150 NYCTMP1 at 571.80`; null for requests that are neither an order nor a cancel. */
function requestText(intent: Intent, facts: Named): string | null {
  if (intent.kind === 'cancel') return `cancel in ${assetName(intent.asset, facts)}`
  if (intent.kind === 'binary_predict') return `${intent.direction} for ${trimZeros(intent.amount)} USDC`
  const order = requestedOrderOf(intent)
  if (order === null) return null
  const { asset, side, size, limit } = order
  const lead = intent.kind === 'close' ? 'close' : side
  const at = limit === null ? 'at market' : `at ${priceLabel(limit)}`
  return [lead, size === null ? null : trimZeros(size), assetName(asset, facts), at].filter(Boolean).join(' ')
}
