/**
 * The fields of each payload whose type allows null (`mark`) or undefined (`rounded?`), by their paths through lists. A loose field without an entry
 * does not compile, nor does an entry of a field that is not loose.
 */
import type { CallName, OutputOf } from '../../contract/ipc.ts'
import type { TopicPayloads } from '../../contract/topics.ts'

/** The contents of topics and reads, except for what the terminal itself writes and validates on reading: settings, layouts and workspaces. */
export type Payloads = Omit<TopicPayloads, OwnTopic> & { readonly [Name in Read]: OutputOf<Name> }
type OwnTopic =
  | 'settings'
  | 'workspaces'
  | 'windows'
  | 'arriving_panels'
  | 'asked_of_window'
  | 'links'
  | 'favourites'
  | 'crosshair'
type Read = Exclude<Extract<CallName, `read${string}`>, 'readLayout' | 'readProblemReport'>

type Plain = string | number | boolean | null | undefined
/** The objects of a payload, or of its lists. */
type Objects<T> = T extends Plain ? never : T extends readonly (infer Item)[] ? Objects<Item> : T
type KeyIn<T> = T extends unknown ? keyof T & string : never
type At<T, K extends string> = T extends unknown ? (K extends keyof T ? T[K] : never) : never
/** For unions where one member always has the field: the member is determined by another field, and null belongs to the others. */
type Fixed<T, K extends string> = T extends unknown
  ? K extends keyof T
    ? null extends T[K]
      ? never
      : undefined extends T[K]
        ? never
        : K
    : never
  : never
/** Paths of loose fields, six levels deep. */
type Loose<T, Depth extends readonly 0[] = []> = Depth['length'] extends 6 ? never : LooseIn<Objects<T>, Depth>
type LooseIn<T, Depth extends readonly 0[]> = {
  [K in KeyIn<T>]:
    | ([Fixed<T, K>] extends [never] ? (null extends At<T, K> ? K : `${K}?`) : never)
    | (Loose<NonNullable<At<T, K>>, [...Depth, 0]> extends infer Inner extends string ? `${K}.${Inner}` : never)
}[KeyIn<T>]
type LooseKind = { [Kind in keyof Payloads]: [Loose<Payloads[Kind]>] extends [never] ? never : Kind }[keyof Payloads]

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text
type Exactly<Paths extends string, Text extends string> = [Paths] extends [Words<Text>]
  ? [Words<Text>] extends [Paths]
    ? unknown
    : { readonly notLoose: Exclude<Words<Text>, Paths> }
  : { readonly missing: Exclude<Paths, Words<Text>> }

const of =
  <Kind extends keyof Payloads>() =>
  <const Text extends string>(...paths: (Text & Exactly<Loose<Payloads[Kind]>, Text>)[]): readonly string[] =>
    paths.flatMap((text) => text.split(' '))

export const LOOSE = {
  actions: of<'actions'>()(
    'attempt? clockOffset cloid code estimate estimate.average estimate.contracts estimate.limit',
    'estimate.targetMark estimate.validUntil estimate.worst execution execution.fee execution.realised field',
    'filled held? intent.cloid intent.protection.bound intent.questionId intent.setsLeverage? intent.signer?',
    'message oid overrode? question question.listed shown.average shown.bookAge shown.fee shown.mark shown.mid',
    'shown.worst shown? step? steps.detail stepsDropped? surfaced? unverified',
  ),
  alerts: of<'alerts'>()(
    'alerts.account alerts.lastFiredAt alerts.lastMessage alerts.paused alerts.rule.phase',
    'kinds.reading_gap.unread? kinds.reading_late.unread? kinds.reading_level.unread? kinds.reading_new.unread?',
    'kinds.bucket_close.unread? kinds.fill.unread? kinds.liquidation.unread? kinds.market_end.unread?',
    'kinds.order_end.unread? kinds.phase.unread? kinds.position_end.unread? kinds.price.unread?',
    'kinds.probability.unread? kinds.temperature.unread? kinds.token_expiry.unread? notifications.unread?',
  ),
  algos: of<'algos'>()(
    'average begunAt children.filled children.takenBack? ends message nextAt resumesWith until waits',
  ),
  arming: of<'arming'>()(
    'armedFor armedUntil awayUntil keys.armedFor keys.armedUntil keys.mode keys.reason oneClick.armedFor',
    'oneClick.armedUntil oneClick.reason reason',
  ),
  binary: of<'binary'>()(
    'bucket bucket.answeredAt? bucket.asset bucket.end bucket.midpoint bucket.phaseText bucket.serverTime',
    'bucket.start error markets.assetId markets.fault? markets.midpoint markets.minimumValue? markets.sizeDecimals',
    'markets.tickSize receivedAt status status.activeAsset status.entryCutoff status.phaseText',
  ),
  book: of<'book'>()('mid spread'),
  bucket: of<'bucket'>()('current current.phaseText next next.phaseText twapEstimate'),
  conditionals: of<'conditionals'>()(
    'actionId closed? intent intent.protection.bound intent.size left? message needs paused plan.best',
    'plan.manualStop.trail plan.manualStop? plan.covers plan.entry plan.entryFee plan.entryPx plan.lot plan.moved',
    'plan.name plan.takerBps plan.terms.breakEven plan.terms.outBefore plan.terms.stop plan.terms.trail plan.tick',
    'protection.bound steps.detail steps.isMove? trigger until',
  ),
  connection: of<'connection'>()('clockOffsetMs latencyMs limit limit.pausedUntil messageAgeMs reason retryInMs'),
  desktop: of<'desktop'>()('screenLock.unread?'),
  endings: of<'endings'>()('fee part.of part? price result trigger trigger.price'),
  flattens: of<'flattens'>()('left'),
  instrument: of<'instrument'>()(
    'asset decidedBy end entriesEnd maxLeverage midpoint otherSide question receivedAt sizeDecimals start station',
    'subtitle tick winner',
  ),
  kill: of<'kill'>()('at trouble'),
  markets: of<'markets'>()(
    'instruments.asset instruments.decidedBy instruments.end instruments.entriesEnd instruments.maxLeverage',
    'instruments.midpoint instruments.otherSide instruments.question instruments.receivedAt',
    'instruments.sizeDecimals instruments.start instruments.station instruments.subtitle instruments.tick',
    'instruments.winner',
  ),
  minimum_values: of<'minimum_values'>()('binary outcome scalar'),
  moves: of<'moves'>()('filled message order.cloid order.rounded? order.tif placed'),
  notes: of<'notes'>()('account'),
  notices: of<'notices'>()('act'),
  outcomes: of<'outcomes'>()(
    'error markets.collateral? markets.expiry markets.fault? markets.minimumValue? markets.questions.exclusive markets.questions.rules',
    'markets.sizeDecimals markets.tickSize markets.winner receivedAt',
  ),
  remote_notifications: of<'remote_notifications'>()('places.failure places.host places.sentAt places.unusable'),
  past: of<'past'>()('fills.since orders.since'),
  quote: of<'quote'>()('ask bid depth last mark mid openInterest prevDay time volume24h'),
  reversals: of<'reversals'>()('close.protection.bound close.size closed message openId opened'),
  session: of<'session'>()(
    'agent.expiresAt features.binary.unread? features.cancel.unread? features.directOrder.unread?',
    'features.history.unread? features.leverage.unread? features.outcomeConversion.unread?',
    'features.outcomeTransfer.unread? features.outcomes.unread? features.scalar.unread? identity identity.email',
    'identity.wallet identityError profile.directOrderDomain profile.stationTimeZone profiles.baseUrl',
    'profiles.holds token token.expiresAt waitlist walletKey walletRequest walletRequest.note',
  ),
  ticker: of<'ticker'>()('ask bid last mark mid openInterest oracle prevDay temperature time volume24h'),
  update: of<'update'>()('checkedAt heldBack reached whatsNew'),
  watch_list: of<'watch_list'>()('account asset since watch.isKnown?'),
  worst_case: of<'worst_case'>()('now why'),
  readAccount: of<'readAccount'>()(
    'money.available money.equity money.usdc money.usdh money.usdhOutcome positions.leverage',
    'positions.liquidationPx positions.margin positions.markPx positions.realizedPnl positions.rounded?',
    'positions.unrealizedPnl unreadable.acknowledged? unreadable.asset unreadable.time unreadable.worth?',
    'unreadable?',
  ),
  readActivity: of<'readActivity'>()(
    'account keys rows.action.attempt? rows.action.clockOffset rows.action.cloid rows.action.code',
    'rows.action.estimate rows.action.estimate.average rows.action.estimate.contracts',
    'rows.action.estimate.limit rows.action.estimate.targetMark rows.action.estimate.validUntil',
    'rows.action.estimate.worst rows.action.execution rows.action.execution.fee',
    'rows.action.execution.realised rows.action.field rows.action.filled rows.action.held?',
    'rows.action.intent.cloid rows.action.intent.protection.bound rows.action.intent.questionId',
    'rows.action.intent.setsLeverage? rows.action.intent.signer? rows.action.message rows.action.oid',
    'rows.action.overrode? rows.action.question rows.action.question.listed rows.action.shown.average',
    'rows.action.shown.bookAge rows.action.shown.fee rows.action.shown.mark rows.action.shown.mid',
    'rows.action.shown.worst rows.action.shown? rows.action.step? rows.action.steps.detail',
    'rows.action.stepsDropped? rows.action.surfaced? rows.action.unverified rows.algo.message rows.asset',
    'rows.cancels rows.cancels.intent.cloid rows.cancels.intent.protection.bound',
    'rows.cancels.intent.questionId rows.cancels.intent.setsLeverage? rows.cancels.intent.signer?',
    'rows.cancels.oid rows.ending.fee rows.ending.part.of rows.ending.part? rows.ending.price',
    'rows.ending.result rows.ending.trigger rows.ending.trigger.price rows.exit.actionId rows.exit.closed?',
    'rows.exit.intent rows.exit.intent.protection.bound rows.exit.intent.size rows.exit.left?',
    'rows.exit.message rows.exit.plan.best rows.exit.plan.manualStop.trail rows.exit.plan.manualStop?',
    'rows.exit.plan.covers rows.exit.plan.entry rows.exit.plan.entryFee rows.exit.plan.entryPx',
    'rows.exit.plan.lot rows.exit.plan.moved rows.exit.plan.name rows.exit.plan.takerBps',
    'rows.exit.plan.terms.breakEven rows.exit.plan.terms.outBefore rows.exit.plan.terms.stop',
    'rows.exit.plan.terms.trail rows.exit.plan.tick rows.exit.protection.bound rows.exit.steps.detail',
    'rows.exit.steps.isMove? rows.exit.trigger rows.fills rows.fills.fee rows.fills.realised',
    'rows.flatten.report rows.flatten.report.markets.message rows.flatten.report.stopped.intent.cloid',
    'rows.flatten.report.stopped.intent.questionId rows.flatten.report.stopped.intent.setsLeverage?',
    'rows.flatten.report.stopped.intent.signer? rows.flatten.report.unknown.intent.cloid',
    'rows.flatten.report.unknown.intent.questionId rows.flatten.report.unknown.intent.setsLeverage?',
    'rows.flatten.report.unknown.intent.signer? rows.move.filled rows.move.message rows.move.order.cloid',
    'rows.move.order.rounded? rows.move.order.tif rows.move.placed rows.reason',
    'rows.reversal.close.protection.bound rows.reversal.close.size rows.reversal.closed rows.reversal.message',
    'rows.reversal.openId rows.reversal.opened rows.steps.attempt? rows.steps.clockOffset rows.steps.cloid',
    'rows.steps.code rows.steps.estimate rows.steps.estimate.average rows.steps.estimate.contracts',
    'rows.steps.estimate.limit rows.steps.estimate.targetMark rows.steps.estimate.validUntil',
    'rows.steps.estimate.worst rows.steps.execution rows.steps.execution.fee rows.steps.execution.realised',
    'rows.steps.field rows.steps.filled rows.steps.held? rows.steps.intent.cloid',
    'rows.steps.intent.protection.bound rows.steps.intent.questionId rows.steps.intent.setsLeverage?',
    'rows.steps.intent.signer? rows.steps.message rows.steps.oid rows.steps.overrode? rows.steps.question',
    'rows.steps.question.listed rows.steps.shown.average rows.steps.shown.bookAge rows.steps.shown.fee',
    'rows.steps.shown.mark rows.steps.shown.mid rows.steps.shown.worst rows.steps.shown? rows.steps.step?',
    'rows.steps.steps.detail rows.steps.stepsDropped? rows.steps.surfaced? rows.steps.unverified',
  ),
  readCalibration: of<'readCalibration'>()('openings.cameTrue since'),
  readConversions: of<'readConversions'>()('amount kind outcomeId questionId rounded?'),
  readDaySheet: of<'readDaySheet'>()(
    'results.bucket results.name results.settledAt since trades.bucket trades.cameTrue trades.entry trades.exit',
    'trades.name trades.openedAt trades.realised trades.result',
  ),
  readEquity: of<'readEquity'>()(
    'changes.as from from.classes.shares from.classes.usdc from.classes.usdh from.classes.usdh_outcome',
    'from.unrealised.USDC from.unrealised.USDH latest latest.classes.shares latest.classes.usdc',
    'latest.classes.usdh latest.classes.usdh_outcome latest.unrealised.USDC latest.unrealised.USDH openSince',
    'samples.classes.shares samples.classes.usdc samples.classes.usdh samples.classes.usdh_outcome',
    'samples.unrealised.USDC samples.unrealised.USDH since',
  ),
  readFills: of<'readFills'>()('cause fee feeShares? liquidity oid realizedPnl rounded?'),
  readLastPrices: of<'readLastPrices'>()(
    'prices.quote.ask prices.quote.bid prices.quote.depth prices.quote.last prices.quote.mark prices.quote.mid',
    'prices.quote.openInterest prices.quote.prevDay prices.quote.time prices.quote.volume24h prices.trend',
  ),
  readMarketList: of<'readMarketList'>()(
    'instruments.asset instruments.decidedBy instruments.end instruments.entriesEnd instruments.maxLeverage',
    'instruments.midpoint instruments.otherSide instruments.question instruments.receivedAt',
    'instruments.sizeDecimals instruments.start instruments.station instruments.subtitle instruments.tick',
    'instruments.winner keys',
  ),
  readMarkets: of<'readMarkets'>()('fault? minimumValue? station'),
  readOpenOrders: of<'readOpenOrders'>()(
    'old orders.cloid orders.rounded? orders.tif unreadable.acknowledged? unreadable.asset unreadable.time',
    'unreadable.worth? unreadable?',
  ),
  readOutcomeOrderStatus: of<'readOutcomeOrderStatus'>()('order order.cloid order.rounded? order.tif'),
  readPast: of<'readPast'>()(
    'next rows.entryReading? rows.actionId rows.average rows.before rows.bucket rows.cameTrue rows.cause rows.cloid rows.entry',
    'rows.excursion rows.excursion.from? rows.exit rows.fee rows.feeShares? rows.liquidity rows.openedAt',
    'rows.realised rows.realizedPnl rows.reason rows.result rows.rounded? rows.shown rows.slippage rows.tif',
  ),
  readPastTotals: of<'readPastTotals'>()('totals.fees totals.realised totals.traded'),
  readRecords: of<'readRecords'>()('oldestFill oldestOrder'),
  readForecastSkill: of<'readForecastSkill'>()('with without'),
  readReadings: of<'readReadings'>()('raw'),
  readReferralCode: of<'readReferralCode'>()('value.code value.time'),
  readReferralPayouts: of<'readReferralPayouts'>()(
    'value.rows.amount value.rows.currency value.rows.fee value.rows.from value.rows.time value.total',
  ),
  readReferralTree: of<'readReferralTree'>()(
    'value.referred value.referred.address value.referred.earned value.referred.referred.address',
    'value.referred.referred.earned value.referred.referred.referred.address',
    'value.referred.referred.referred.earned value.referred.referred.referred.referred.address',
    'value.referred.referred.referred.referred.earned value.referred.referred.referred.referred.time',
    'value.referred.referred.referred.time value.referred.referred.time value.referred.time value.referrer',
    'value.referrer.address value.referrer.code value.referrer.time',
  ),
  readResults: of<'readResults'>()('days.bucket days.name days.settledAt since'),
  readRewards: of<'readRewards'>()('value.earned value.rateBps value.volume'),
  readSettlementHistory: of<'readSettlementHistory'>()('buckets.before30 buckets.before60 buckets.mark'),
  readTrades: of<'readTrades'>()('since'),
  readTransfers: of<'readTransfers'>()(
    'changes.as conversions.name notBooked.amount notBooked.kind notBooked.outcomeId notBooked.questionId',
    'notBooked.rounded? transfers.message',
  ),
  weather: of<'weather'>()(
    'markets.by markets.station stations.day24.high stations.day24.low stations.readAt stations.readings.raw',
    'stations.sixHours.high stations.sixHours.low stations.zone',
  ),
} satisfies Record<LooseKind, readonly string[]>
