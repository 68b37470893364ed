/** The parts of one deployment, wired together: service, feed, identity, trading, conditional orders, alerts, endings, arming. */

import type { Collateral } from '../../contract/collateral.ts'
import type { ConditionalView } from '../../contract/conditional.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import { namedCollateral, type OutcomeMarket } from '../../contract/outcome.ts'
import type { RiskStop } from '../../contract/worst-case.ts'
import type { Alerts } from '../alerts/index.ts'
import { type Conditionals, stopAtRisk } from '../conditional/index.ts'
import { createFeed } from '../feed/index.ts'
import { createFacts, createInstruments } from '../instruments/index.ts'
import { createCrosshairs, createFavourites, createLinks } from '../links.ts'
import { createQuotes } from '../quotes/index.ts'
import type { Secret } from '../secrets/index.ts'
import { createTradingService } from '../service/index.ts'
import { createSounds, type Sounds } from '../sounds.ts'
import { type Arming, createArming, type Trading } from '../trading/index.ts'
import { createDeduplication, externalText, unreadableMessage } from './account-notices.ts'
import { backFillOf, identityOf, pastOf, stepRetentionOf, tradingOf } from './account-parts.ts'
import {
  activityOf,
  alertsOf,
  booksOf,
  conditionalsOf,
  equityOf,
  marketEndsOf,
  notesOf,
  positionClosesOf,
  settlementsOf,
  watchListOf,
  weatherOf,
} from './automation-parts.ts'
import type { DeploymentOptions, DeploymentParts } from './interface.ts'

/** The trader's market choices, stored for the deployment, and the unstored ones. */
function chosenOf({
  profile,
  record: { storage },
}: DeploymentOptions): Pick<DeploymentParts, 'links' | 'favourites' | 'crosshairs'> {
  const { name } = profile
  const kept = storage.marketChoices
  return {
    links: createLinks({ read: () => kept.read(name).links, save: (links) => kept.save(name, { links }) }),
    favourites: createFavourites({
      read: () => kept.read(name).favourites,
      save: (favourites) => kept.save(name, { favourites }),
    }),
    crosshairs: createCrosshairs(),
  }
}

/** The sounds of its windows. */
const soundsOf = (
  { settings, messages: { notifications }, clock }: DeploymentOptions,
  { feed, trading, alerts }: Pick<DeploymentParts, 'feed' | 'trading' | 'alerts'>,
): Sounds =>
  createSounds({
    alerts: alerts.topics,
    actions: trading.topics,
    feed: feed.sources,
    onFills: trading.fills.onNew,
    serverTime: () => clock.now() + feed.clockOffset(),
    settings: () => settings.current,
    beep: () => notifications.beep(),
    clock,
  })

/** Arming belongs to the account that was signed in at the time. */
function armingOf(
  { keys, settings, clock }: DeploymentOptions,
  { identity, instruments, feed }: Pick<DeploymentParts, 'identity' | 'instruments' | 'feed'>,
): Arming {
  const arming = createArming({
    clock,
    limits: () => settings.current.limits,
    // A deployment may call any service practice: only the venue inside this terminal needs no arming.
    practice: keys.practice !== null,
    assetOf(market) {
      const found = instruments.resolve(market)
      return found?.here === true ? found.asset : null
    },
    isStale: feed.isOutOfDate,
  })
  instruments.topics.onChange(({ kind }) => {
    if (kind === 'instrument') arming.marketsMoved()
  })
  let who = identity.address()
  identity.onChange(() => {
    if (identity.address() === who) return
    who = identity.address()
    arming.endAllHot('Disarmed: another account signed in.')
  })
  return arming
}

/** Nothing is read or sent yet. */
export function createDeploymentParts(options: DeploymentOptions): DeploymentParts {
  const { profile, record, clock, log } = options
  // The token belongs to the identity, and the identity needs the service: the service reads it at each request.
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
      arming.endAllHot('Disarmed: the connection was lost.')
    },
  })
  const identity = identityOf(options, { service, feed })
  token = () => identity.accessToken()
  const trading: Trading = tradingOf(options, { service, feed, identity })
  const weather = weatherOf(options, { feed })
  const alerts: Alerts = alertsOf(options, { feed, identity, trading, weather })
  const { notices } = options.messages
  const notify = (level: 'info' | 'warning' | 'error', title: string, text: string, isActing: boolean): void => {
    notices.add(level, title, text)
    alerts.report(title, text, { isActing })
  }
  trading.onSurfaced(({ message }) => {
    const text = `${message ?? ''} It is open again in Activity and counts toward every limit.`
    notify('error', COMMON.reportedEndedOpen, text, true)
  })
  const deduplication = createDeduplication(clock)
  trading.onExternal((found) => {
    const { title, text: message } = externalText(found)
    if (found.kind === 'trades') deduplication.alarmed(found.trades)
    notify('error', title, message, true)
  })
  trading.onUnreadable((rows) => notices.add('warning', ...unreadableMessage(rows)))
  trading.onNumberNews(({ level, title, text }) => {
    if (level === 'error') notify(level, title, text, true)
    else notices.add(level, title, text)
  })
  trading.onDayLossNear((text) => notify('warning', 'Daily loss near its limit', text, true))
  trading.onAlgoNews(({ level, title, text }) => notify(level, title, text, level === 'error'))
  const conditionals: Conditionals = conditionalsOf(options, { feed, identity, trading, alerts })
  trading.addHeldRisk((account) => ({
    orders: [],
    stops: account === identity.address() ? heldStops(conditionals.topics.view({ kind: 'conditionals' }) ?? []) : [],
  }))
  const sounds = soundsOf(options, { feed, trading, alerts })
  const ends = marketEndsOf(options, { service, feed })
  const endings = positionClosesOf(options, { feed, identity, trading, alerts, conditionals, ends, deduplication })
  const equity = equityOf(options, { feed, identity, trading })
  const backFill = backFillOf(options, { service, identity, trading })
  const books = booksOf(options, { service, feed, identity, trading, endings, ends, equity })
  const past = pastOf(options, { feed, identity, trading, endings, backFill, books, weather })
  const instruments = createInstruments({ facts: createFacts({ feed, identity, clock }), clock })
  const arming: Arming = armingOf(options, { identity, instruments, feed })
  // Dependents come after their dependencies: parts start in this order, and stop in reverse.
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
    // After alerts: an alert on a fill sounds as an alert.
    sounds,
    ends,
    endings,
    books,
    settlements: settlementsOf(options, { service, feed }),
    weather,
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

/** Collateral of the latest outcome market that names one. */
const lastCollateralOf = (markets: readonly Pick<OutcomeMarket, 'outcomeId' | 'collateral'>[]): Collateral | null =>
  markets
    .toSorted((a, b) => b.outcomeId - a.outcomeId)
    .map(namedCollateral)
    .find((one) => one !== null) ?? null

/** Active ones: a stop that is not watched, or whose close is under way, is not relied on. */
const heldStops = (conditionals: readonly ConditionalView[]): readonly RiskStop[] =>
  conditionals
    .filter(({ state, paused }) => state === 'armed' && paused === null)
    .flatMap((one) => stopAtRisk(one) ?? [])
