/** The parts of one deployment, wired to one another: service, feed, identity, trading, conditional orders, alerts, endings, arming. */

import type { Collateral } from '../../contract/collateral.ts'
import type { ConditionalView } from '../../contract/conditional.ts'
import { namedCollateral, type OutcomeMarket } from '../../contract/outcome.ts'
import type { RiskStop } from '../../contract/worst-case.ts'
import type { Alerts } from '../alerts/index.ts'
import { type Conditionals, stopAtRisk } from '../conditional/index.ts'
import { createFeed } from '../feed/index.ts'
import { createFacts, createInstruments } from '../instruments/index.ts'
import { createQuotes } from '../quotes/index.ts'
import type { Secret } from '../secrets/index.ts'
import { createTradingService } from '../service/index.ts'
import type { Arming, Trading } from '../trading/index.ts'
import { identityOf, tradingOf } from './account-parts.ts'
import { foreignWords } from './foreign-words.ts'
import {
  activityOf,
  alertsOf,
  booksOf,
  conditionalsOf,
  endingsOf,
  equityOf,
  marketEndsOf,
  notesOf,
  settlementsOf,
  watchListOf,
} from './held-parts.ts'
import type { DeploymentParts } from './interface.ts'
import { backFillOf, pastOf, stepRetentionOf } from './past-parts.ts'
import type { DeploymentOptions } from './ports.ts'
import { createToldOnce } from './told-once.ts'
import { unreadableMessage } from './unreadable-message.ts'
import { armingOf, chosenOf, soundsOf } from './window-parts.ts'

/** Nothing is read or sent yet. */
export function createDeploymentParts(options: DeploymentOptions): DeploymentParts {
  const { profile, record, clock, log } = options
  // The token is the identity's, and the identity needs the service: the service asks for it at each request.
  let token: () => Secret | null = () => null
  const service = createTradingService({
    profile,
    http: fetch,
    clock,
    token: () => token(),
    random: Math.random,
    serverTime: () => clock.now() + feed.clockOffset(),
    amountForms: {
      all: () => record.storage.amountForms.all(profile.name),
      keep: (field, form) => {
        try {
          record.storage.amountForms.keep(profile.name, field, form)
        } catch (error) {
          log.warn({ err: error }, 'the form of an amount could not be kept')
        }
      },
    },
    log,
  })
  const feed = createFeed({
    profile,
    service,
    lastCollateral: lastCollateralOf(record.storage.books.markets(profile.name)),
    limit: service.budget,
    clock,
    random: Math.random,
    token: () => token(),
    families: () => {
      const { scalar, binary, outcomes } = identity.view().features
      return { scalar: scalar.on, binary: binary.on, outcomes: outcomes.on }
    },
    log,
    onTrade: (trade) => {
      trading.onTrade(trade)
      conditionals.onTrade(trade)
    },
    onBucketChange() {
      trading.onBucketChange()
      arming.marketsMoved()
    },
    onReconnect() {
      trading.onReconnect()
      arming.endAllHot('Disarmed because the connection was lost and is back.')
    },
  })
  const identity = identityOf(options, { service, feed })
  token = () => identity.accessToken()
  const trading: Trading = tradingOf(options, { service, feed, identity })
  const alerts: Alerts = alertsOf(options, { feed, identity, trading })
  trading.onSurfaced(({ message }) => {
    const title = 'An order shows up that was told as over'
    const words = `${message ?? ''} It is open again in Activity and counts in every limit.`
    options.messages.notices.add('error', title, words)
    alerts.report(title, words, { isActing: true })
  })
  const toldOnce = createToldOnce(clock)
  trading.onForeign((found) => {
    const { title, words } = foreignWords(found)
    if (found.kind === 'trades') toldOnce.alarmed(found.trades)
    options.messages.notices.add('error', title, words)
    alerts.report(title, words, { isActing: true })
  })
  trading.onUnreadable((rows) => options.messages.notices.add('warning', ...unreadableMessage(rows)))
  trading.onNumberNews(({ level, title, words }) => {
    options.messages.notices.add(level, title, words)
    if (level === 'error') alerts.report(title, words, { isActing: true })
  })
  trading.onDayLossNear((words) => {
    const title = "The day's loss nears its limit"
    options.messages.notices.add('warning', title, words)
    alerts.report(title, words, { isActing: true })
  })
  trading.onAlgoNews(({ level, title, words }) => {
    if (level === 'error') options.messages.notices.add('error', title, words)
    alerts.report(title, words, { isActing: level === 'error' })
  })
  const conditionals: Conditionals = conditionalsOf(options, { feed, identity, trading, alerts })
  trading.addHeldRisk((account) => ({
    orders: [],
    stops: account === identity.address() ? heldStops(conditionals.topics.view({ kind: 'conditionals' }) ?? []) : [],
  }))
  const sounds = soundsOf(options, { feed, trading, alerts })
  const ends = marketEndsOf(options, { service, feed })
  const endings = endingsOf(options, { feed, identity, trading, alerts, conditionals, ends, toldOnce })
  const equity = equityOf(options, { feed, identity, trading })
  const backFill = backFillOf(options, { service, identity, trading })
  const books = booksOf(options, { service, feed, identity, trading, endings, ends, equity })
  const past = pastOf(options, { feed, identity, trading, endings, backFill, books })
  const instruments = createInstruments({ facts: createFacts({ feed, identity, clock }), clock })
  const arming: Arming = armingOf(options, { identity, instruments, feed })
  // What stands on others comes after them: parts start in this order, and stop the other way round.
  return {
    service,
    feed,
    quotes: createQuotes({ service, feed, clock, log }),
    instruments,
    identity,
    trading,
    alerts,
    conditionals,
    watchList: watchListOf(options, { feed, identity, trading, alerts, conditionals }),
    // After alerts: one that waits for a fill is heard as that.
    sounds,
    ends,
    endings,
    books,
    settlements: settlementsOf(options, { service, feed }),
    past,
    backFill,
    stepRetention: stepRetentionOf(options, { service, trading }),
    equity,
    notes: notesOf(options, { identity }),
    activity: activityOf(options, { identity, trading, conditionals, endings }),
    arming,
    ...chosenOf(options),
  }
}

/** What the newest outcome market that names its collateral was settled in. */
const lastCollateralOf = (markets: readonly Pick<OutcomeMarket, 'outcomeId' | 'collateral'>[]): Collateral | null =>
  markets
    .toSorted((a, b) => b.outcomeId - a.outcomeId)
    .map(namedCollateral)
    .find((one) => one !== null) ?? null

/** Those that work now: one that is not watched, or whose close is under way, is not counted on. */
const heldStops = (conditionals: readonly ConditionalView[]): readonly RiskStop[] =>
  conditionals
    .filter(({ state, paused }) => state === 'armed' && paused === null)
    .flatMap((one) => stopAtRisk(one) ?? [])
