/** Checks the alerts' conditions: at market changes, batched, and on request. */
import type { AlertRule } from '../../contract/alert.ts'
import { type CalendarEvent, calendarOf } from '../../contract/calendar.ts'
import type { Cancel } from '../../contract/time.ts'
import { createAge } from '../clock.ts'
import type { AlertMemory, StoredAlert } from '../storage/index.ts'
import type { AlertFacts, AlertLook } from './evaluate.ts'
import type { AlertsOptions } from './interface.ts'
import { firstSight, isByClock, isByTurn, lookAt } from './kinds.ts'

interface MarketWatchOptions
  extends Pick<AlertsOptions, 'facts' | 'tokenExpiresAt' | 'clock' | 'positions' | 'address' | 'weather'> {
  readonly alerts: { readonly size: number; watched(): readonly StoredAlert[] }
  /** Stores the result of checking an alert. */
  readonly take: (alert: StoredAlert, look: AlertLook) => void
}

/** No alert on an end is reported earlier than an hour before it, ms; a binary market settles some minutes after its cut-off. */
const AHEAD = 2 * 3_600_000
/** Marks come about once a second; messages within this many ms are one look. */
const SOON = 20

export function createMarketWatch(options: MarketWatchOptions) {
  const { alerts, take, facts, tokenExpiresAt, clock } = options
  const ageOf = createAge(clock)
  let looking: Cancel | null = null

  function events(): readonly CalendarEvent[] {
    const outcomes = options.positions().flatMap(({ asset }) => facts.outcome(asset)?.market ?? [])
    const { events: coming } = calendarOf(
      { bucket: facts.bucket(), scalars: [], binary: facts.binary(), outcomes: [...new Set(outcomes)] },
      serverNow(),
      AHEAD,
    )
    return coming
  }

  const serverNow = (): number => clock.now() + facts.clockOffset()
  /** Current facts. */
  const factsNow = (): AlertFacts => ({
    ageOf,
    now: clock.now(),
    serverNow: serverNow(),
    account: options.address() ?? '',
    events,
    ticker: (asset) => facts.ticker(asset),
    bucket: facts.bucket(),
    tokenExpiresAt,
    positions: options.positions,
    weather: options.weather,
    binary: () => facts.binary(),
    outcome: (coin) => facts.outcome(coin),
  })

  function lookAtThose(isLookedAt: (alert: StoredAlert) => boolean): void {
    if (alerts.size === 0) return
    const known = factsNow()
    const isConfirmed = facts.isClockConfirmed()
    for (const alert of alerts.watched()) {
      if (!isConfirmed && isByClock(alert.rule)) continue
      if (isLookedAt(alert)) take(alert, lookAt(alert.rule, alert.memory, known))
    }
  }

  /** Checks every enabled alert. */
  const look = (): void => lookAtThose(() => true)

  return {
    look,
    /** A mark of an asset arrived: its age counts from now on, whether or not an alert uses it yet. */
    came(asset: string): void {
      const ticker = facts.ticker(asset)
      if (ticker !== null) ageOf(asset, ticker.receivedAt)
    },
    /** Checks are batched: messages arrive by the thousand, and a mark lasts longer than the delay. */
    lookSoon(): void {
      if (alerts.size === 0 || looking !== null) return
      looking = clock.after(SOON, () => {
        looking = null
        lookAtThose(({ rule }) => !isByTurn(rule))
      })
    },
    stop(): void {
      looking?.()
      looking = null
    },
    facts: factsNow,
    /** The memory of a new alert. */
    firstSight: (rule: AlertRule): AlertMemory => firstSight(rule, factsNow()),
  }
}
