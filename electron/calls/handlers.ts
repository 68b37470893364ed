/** Main's handlers of the windows' calls: thin, one line to the responsible module. */
import { ClipboardItem, clipboard, type WebContents } from 'electron'
import { changedTemplates } from '../../contract/exit-templates.ts'
import type { FlattenProtection } from '../../contract/flatten.ts'
import type { ParsedInputOf } from '../../contract/ipc.ts'
import { text } from '../../contract/safe-text.ts'
import { changedSizes, MAX_SIZED_MARKETS } from '../../contract/size-presets.ts'
import { millis } from '../../contract/time.ts'
import { stationPage } from '../../contract/weather/index.ts'
import { CallError } from '../errors.ts'
import type { Handlers, UserInput } from '../ipc/index.ts'
import { type Log, redact } from '../log/index.ts'
import { PRACTICE, type RunningDeployment, type RunningDeployments } from '../profiles/index.ts'
import { exportedText, type PendingLimits, previewOf, readExported, type TerminalSettings } from '../settings/index.ts'
import type { Notices } from '../topics/index.ts'
import type { Updater } from '../updates/index.ts'
import type { OpenExternal } from '../wallet/index.ts'
import type { FileKind, WindowGroups } from '../windows/index.ts'
import { type CallDeployment, inText, noResult, withCallError } from './call-deployment.ts'
import { copyPicture, type OwnCopies } from './clipboard.ts'
import { looseningCalls } from './loosening-calls.ts'
import { algoCalls, protectionCalls, protectionRecord, reducingOrdersRecord } from './protection-calls.ts'
import {
  askToAcceptReferral,
  askToChooseFile,
  askToCopy,
  askToCopyPicture,
  askToOpenPage,
  askToRequestAccess,
  askToRotate,
  askToSettleTransfer,
} from './questions.ts'
import {
  type ConnectCallsOptions,
  connectCalls,
  type OpenMeteoKeyCallsOptions,
  openMeteoKeyCalls,
  type RemoteNotificationCallsOptions,
  type ReportCallsOptions,
  remoteNotificationCalls,
  reportCalls,
  type SecretCallsOptions,
  secretCalls,
  updateHandlers,
} from './terminal-calls.ts'
import { type WindowCallsOptions, windowCalls } from './window-calls.ts'

type ReferralCall =
  | 'readReferralCode'
  | 'createReferralCode'
  | 'resolveReferralCode'
  | 'acceptReferral'
  | 'readReferralTree'
  | 'readReferralPayouts'
  | 'readRewards'

/** @param on the deployment of the calling window. */
const referralCalls = (
  on: (window: WebContents) => Pick<CallDeployment, 'service' | 'identity' | 'profile'>,
): Pick<Handlers, ReferralCall> => ({
  readReferralCode: (_input, window) => on(window).service.referralCode(),
  createReferralCode: (_input, window) => on(window).service.createReferralCode(),
  resolveReferralCode: ({ code }, window) => on(window).service.resolveReferralCode(code),
  acceptReferral: {
    loosens: ({ code }, window) => askToAcceptReferral(on(window).profile.name, code),
    run: ({ code }, window) => on(window).service.acceptReferral(code),
  },
  readReferralTree: (_input, window) => on(window).service.referralTree(),
  readReferralPayouts: (page, window) => on(window).service.referralPayouts(page),
  readRewards: (_input, window) => {
    const { service, identity } = on(window)
    const address = identity.address()
    if (address === null) return { state: 'absent', reason: 'Sign in to read rewards.' }
    return service.rewards(address)
  },
})

/** A window's access to the publisher. */
interface TopicWatcher {
  open(): void
  /** Why it is not watched, or null. */
  watch(key: string): string | null
  unwatch(key: string): void
}

/** The parts of the terminal that answer calls. */
interface HandlerOptions
  extends WindowCallsOptions,
    ConnectCallsOptions,
    Pick<SecretCallsOptions, 'importSecret' | 'forgetSecret' | 'tryKeychainAgain'> {
  /** Finds the deployment of the calling window. */
  readonly groups: Pick<WindowGroups<CallDeployment>, 'deploymentOf' | 'profileOf' | 'openAnother' | 'move'>
  readonly deployments: Pick<RunningDeployments<RunningDeployment>, 'remove'> & {
    readonly running: readonly { readonly deployment: Pick<CallDeployment, 'alerts' | 'arming'> }[]
  }
  readonly settings: TerminalSettings
  readonly pendingLimits: Pick<PendingLimits, 'save' | 'takeBack'>
  readonly notices: Notices
  /** Whether the service ever accepted an order on a deployment, by its name. */
  readonly hasOrdered: (profile: string) => boolean
  readonly topicsOf: (window: WebContents) => TopicWatcher
  /** Asks the trader where to save a file of this name; null where none is chosen. */
  readonly chooseFile: (window: WebContents, name: string, kind: FileKind) => Promise<string | null>
  /** The contents of a problem report, for the calling window. */
  readonly reportFacts: ReportCallsOptions['reportFacts']
  /** Also used for native dialogs of the calls themselves. */
  readonly userInput: WindowCallsOptions['userInput'] & Pick<UserInput, 'prove' | 'isPressed'>
  /** Remembers texts that windows copied. */
  readonly ownCopies: Pick<OwnCopies, 'put'>
  /** Opens an allowed page in the trader's browser. */
  readonly openPage: OpenExternal
  readonly remoteNotifications: RemoteNotificationCallsOptions['remoteNotifications']
  readonly openMeteoKey: OpenMeteoKeyCallsOptions['openMeteoKey']
  readonly updates: Pick<Updater, 'check' | 'download' | 'cancel' | 'restart' | 'dismissNews'>
  readonly log: Log
}

const CSV: FileKind = {
  filter: 'CSV',
  extension: 'csv',
  title: 'Save as CSV',
  question: text`Choose where to save a CSV file?`,
}

/** Maximum number of candles per request; the chart requests earlier ones separately. */
const MAX_CANDLES = 5000

const protectionOf = ({ scalar, probability, outcome }: ParsedInputOf<'flatten'>['distances']): FlattenProtection => ({
  scalar: { kind: 'distance', ...scalar },
  probability: { kind: 'distance', ...probability },
  ...(outcome === undefined ? {} : { outcome: { kind: 'distance', ...outcome } }),
})

/** A handler for each call of the contract; errors for the trader are `UserFacingError`s. */
export function createHandlers(given: HandlerOptions): Handlers {
  const options: HandlerOptions = {
    ...given,
    async chooseFile(window, name, kind) {
      await given.userInput.prove(window, () => askToChooseFile(kind))
      return given.chooseFile(window, name, kind)
    },
    async chooseFileToRead(window, kind) {
      await given.userInput.prove(window, () => askToChooseFile(kind))
      return given.chooseFileToRead(window, kind)
    },
  }
  const { groups, deployments, settings, pendingLimits, notices, windows, topicsOf, log } = options
  /** The only way from a call to a deployment: by the calling window, not by anything that the page claims. */
  const on = (window: WebContents): CallDeployment => groups.deploymentOf(window)
  const page = ({ limit, before }: { limit: number; before: number | null }) => ({
    limit,
    before: before === null ? null : millis(before),
  })
  /** A click or a key that was armed for one order must not send another. */
  const endHotFor = (what: 'sizes' | 'keys'): void => {
    const why = what === 'sizes' ? 'Disarmed: the sizes changed.' : 'Disarmed: the keys changed.'
    for (const { deployment } of deployments.running) deployment.arming.endAllHot(why)
  }
  const reducingOrders = reducingOrdersRecord({ on, userInput: options.userInput })
  return {
    ...windowCalls({
      ...options,
      workspaceOpens: (window) => on(window).arming.endAllHot('Disarmed: another workspace was opened.'),
    }),
    ...algoCalls({ on, nameOf: (window) => windows.nameOf(window) }),
    ...referralCalls(on),
    ...reportCalls(options),
    ...looseningCalls({
      on,
      nameOf: (window) => windows.nameOf(window),
      settings,
      notices,
      pendingLimits,
      log,
      endHotFor,
      removed: protectionRecord({ on, userInput: options.userInput }),
    }),
    ...updateHandlers(options.updates),
    ...remoteNotificationCalls(options),
    ...openMeteoKeyCalls(options),
    openFrames: (_input, window) => {
      // A new page has none of the ladders and keys that were armed in the previous one.
      on(window).arming.endHot(windows.nameOf(window), 'Disarmed: the window was reloaded.')
      topicsOf(window).open()
      return null
    },
    watch: ({ topic: key }, window) => {
      const refusal = topicsOf(window).watch(key)
      if (refusal !== null) throw new CallError('bad_input', `${refusal}: ${key}`, 'topic')
      return null
    },
    unwatch: ({ topic: key }, window) => noResult(topicsOf(window).unwatch(key)),

    readMarkets: (_input, window) => on(window).service.markets(),
    readAccount: (_input, window) => on(window).trading.readAccountInParts(),
    readOpenOrders: (_input, window) => on(window).trading.readOpenOrders(),
    readFills: (input, window) => on(window).trading.readFills(page(input)),
    readFees: (_input, window) => on(window).trading.readFees(),
    readCandles: ({ family, asset, resolution, from, to }, window) => {
      if (to <= from) throw new CallError('bad_input', 'to must be later than from', 'to')
      const start = Math.max(from, to - MAX_CANDLES * resolution * 1000)
      const { service } = on(window)
      const reads = { scalar: service.candles, binary: service.binaryCandles }
      return reads[family](asset, resolution, millis(start), millis(to))
    },

    readPriceHistory: ({ coins }, window) => on(window).service.outcomePriceHistory(coins),
    readMarketList: ({ since }, window) => on(window).instruments.since(since),
    readLastPrices: ({ since }, window) => on(window).quotes.since(since),
    readActivity: ({ since }, window) => on(window).activity.since(since),
    readResults: ({ period }, window) => on(window).books.results(period),
    readTrades: ({ period }, window) => on(window).books.trades(period),
    readReadings: ({ from, to }, window) => on(window).weather.readings(from, to),
    readSettlementHistory: ({ period }, window) => on(window).settlements.history(period),
    readDaySheet: ({ time }, window) => on(window).books.daySheet(time),
    readPast: ({ query, after, limit, turn }, window) =>
      on(window).past.page(query, after, limit, `${windows.nameOf(window)} ${turn}`),
    readPastTotals: ({ query, turn }, window) => on(window).past.totals(query, `${windows.nameOf(window)} ${turn}`),
    readRecords: (_input, window) => on(window).past.records(),
    readFirstOrders: (_input, window) => ({
      here: options.hasOrdered(on(window).profile.name),
      practice: options.hasOrdered(PRACTICE),
    }),
    exportPast: ({ query, span }, window) =>
      on(window).past.export(query, span, settings.current.csv, (name) => options.chooseFile(window, name, CSV)),
    readForecastSkill: ({ asset }, window) =>
      on(window).weather.skill(asset, on(window).settlements.history('all').buckets),
    exportReadings: (_input, window) =>
      on(window).weather.export(settings.current.csv, (name) => options.chooseFile(window, name, CSV)),
    readCalibration: ({ period }, window) => on(window).books.calibration(period),
    readEquity: ({ period }, window) => on(window).equity.equity(period),
    findActions: ({ id }, window) => on(window).trading.findActions(id),
    readTransfers: (_input, window) => on(window).equity.transfers(),
    renameBalanceChange: ({ id, as }, window) => {
      if (!on(window).equity.nameChange(id, as))
        throw new CallError('bad_input', 'No balance change with this id', 'id')
      return null
    },
    readConversions: (_input, window) => on(window).trading.readConversions(),
    readOutcomeOrderStatus: (by, window) => on(window).trading.readOutcomeOrderStatus(by),

    submit: ({ requestId, intent, shown, by }, window) => {
      const { trading, arming } = on(window)
      const name = windows.nameOf(window)
      if (intent.kind === 'cancel') reducingOrders(window, 'Canceled', ({ oid }) => oid === intent.oid)
      return trading.submit(requestId, intent, {
        refusal: () => arming.refusal(name, intent, by),
        shown,
        window: name,
      })
    },
    flatten: ({ distances, ...request }, window) =>
      on(window).trading.flatten({ ...request, protection: protectionOf(distances) }),
    kill: ({ requestId, distances }, window) =>
      on(window).trading.kill(requestId, distances === null ? null : protectionOf(distances)),
    resumeFlatten: ({ id }, window) => on(window).trading.resumeFlatten(id),
    moveOrder: (request, window) => {
      const { trading, arming } = on(window)
      const name = windows.nameOf(window)
      reducingOrders(window, 'Moved', ({ oid }) => oid === request.oid)
      return trading.moveOrder(request, (intent) => arming.refusal(name, intent, request.by))
    },
    retryMove: async ({ id }, window) => {
      const { trading, arming } = on(window)
      const name = windows.nameOf(window)
      await trading.retryMove(id, (intent) => arming.refusal(name, intent))
      return null
    },
    reversePosition: (request, window) => {
      const { trading, arming } = on(window)
      const name = windows.nameOf(window)
      return trading.reversePosition(request, (intent) => arming.refusal(name, intent, request.by))
    },
    abandonMove: ({ id }, window) => noResult(on(window).trading.abandonMove(id)),
    markSeen: ({ actionId }, window) => {
      if (on(window).trading.markSeen(actionId)) return null
      throw new CallError('not_waiting', 'Nothing to acknowledge for this action.', 'actionId')
    },
    dismissClosedPosition: ({ id }, window) => {
      if (on(window).endings.dismiss(id)) return null
      throw new CallError('unknown', 'This row was already dismissed.', 'id')
    },
    settleTransfer: {
      loosens: ({ actionId, made }, window) => askToSettleTransfer(on(window).trading.action(actionId), made),
      async run(text, window) {
        if (await on(window).trading.settleTransfer(text)) return null
        throw new CallError('not_waiting', 'This transfer no longer needs your answer.', 'actionId')
      },
    },

    ...secretCalls({ ...options, on }),
    ...connectCalls(options),
    ...protectionCalls({
      ...{ on, userInput: options.userInput },
      running: () => deployments.running.map(({ deployment }) => deployment),
    }),
    requestAccess: {
      loosens: ({ email }, window) => askToRequestAccess(on(window).profile, email),
      run: ({ email, note }, window) => on(window).service.requestAccess({ email, note }),
    },
    rotateAgent: {
      loosens: (_input, window) => askToRotate(on(window).profile.name),
      async run({ requestId }, window) {
        const { identity, trading } = on(window)
        inText('signed_out', () => identity.beginRotation())
        const { actionId } = await trading.submit(requestId, { kind: 'approve_agent' })
        return { actionId }
      },
    },
    cancelWalletRequest: (_input, window) => noResult(on(window).browser.cancel()),
    chooseProfile: ({ name }, window) =>
      groups.move(window, name).catch(withCallError('profile_unavailable')).then(noResult),

    setLink: ({ group, market }, window) => noResult(inText('not_saved', () => on(window).links.set(group, market))),
    setFavourite: ({ market, favourite }, window) =>
      noResult(inText('not_saved', () => on(window).favourites.set(market, favourite))),
    setStation: ({ asset, station }, window) =>
      noResult(inText('not_saved', () => on(window).weather.choose(asset, station))),
    pointAt: ({ group, time, by }, window) =>
      noResult(on(window).crosshairs.point(group, { time, by }, windows.nameOf(window))),
    withdrawLimit: ({ field }) => {
      if (pendingLimits.takeBack(field)) return null
      throw new CallError('not_waiting', 'This limit change is no longer pending. Check your limits.', 'field')
    },
    exportSettings: () => ({ text: exportedText(settings.current) }),
    previewSettings: ({ text }) =>
      inText('bad_input', () => previewOf(readExported(text, settings.current), settings.current)),
    saveExitTemplate: (change) => {
      inText('not_saved', () =>
        settings.change({ exitTemplates: changedTemplates(settings.current.exitTemplates, change) }),
      )
      return null
    },
    saveSizes: ({ of, presets }) => {
      const sizes = changedSizes(settings.current.sizes, of, presets)
      if (Object.keys(sizes).length > MAX_SIZED_MARKETS)
        throw new CallError(
          'not_saved',
          `${MAX_SIZED_MARKETS} markets already have their own sizes. Reset another market to defaults first.`,
          'of',
        )
      inText('not_saved', () => settings.change({ sizes }))
      endHotFor('sizes')
      return null
    },
    saveNote: (note, window) => noResult(on(window).notes.save(note)),
    dismissNotices: ({ ids }) => noResult(notices.dismiss(ids)),
    setExitPlan: (input, window) => on(window).conditionals.setPlan(input),
    addExit: (input, window) => on(window).conditionals.addExit(input),
    dismissConditionals: ({ ids }, window) => {
      if (on(window).conditionals.dismiss(ids)) return null
      throw new CallError('unknown', 'This row was already dismissed.', 'ids')
    },
    openStationPage: {
      loosens: ({ station }) => askToOpenPage(stationPage(station)),
      run: ({ station }) => options.openPage(stationPage(station)).catch(withCallError('not_opened')).then(noResult),
    },
    copyText: {
      loosens: ({ text }) => askToCopy(text),
      async run({ text }) {
        // Where a system ends a text at such a character, the text read back would not match the known copy.
        const whole = text.replaceAll('\0', '')
        await options.ownCopies.put(whole)
        await clipboard.writeText(whole)
        return null
      },
    },
    copyPicture: {
      loosens: () => askToCopyPicture,
      async run({ png }) {
        await copyPicture(Buffer.from(png, 'base64'), (picture) =>
          clipboard.write([new ClipboardItem({ 'image/png': picture })]),
        )
        return null
      },
    },
    reportError: ({ message, stack }, window) =>
      noResult(log.error({ window: windows.nameOf(window), message: redact(message), stack }, 'error in a window')),
  }
}
