/** What main does for each command of a window: thin, one line to the service that owns the matter. */
import { clipboard, type WebContents } from 'electron'
import { decimal } from '../contract/decimal.ts'
import { millis } from '../contract/time.ts'
import type { Alerts } from './alerts/index.ts'
import { changeLimits } from './change-limits.ts'
import type { Conditionals } from './conditional/index.ts'
import type { Identity } from './identity/index.ts'
import { CommandError, type Handlers } from './ipc/index.ts'
import type { Log } from './log.ts'
import type { Notices } from './notices.ts'
import type { DeploymentDesk, RunningDeployment } from './profiles/index.ts'
import { type ClipboardImport, redact } from './secrets/index.ts'
import { ServiceError } from './service/errors.ts'
import type { TradingService } from './service/interface.ts'
import type { LayoutStore } from './storage/interface.ts'
import type { TerminalSettings } from './terminal-settings.ts'
import type { Arming, Trading } from './trading/index.ts'
import type { BrowserSigner } from './wallet/index.ts'
import type { WindowManager } from './windows/index.ts'

/** A window's end of the publisher. */
export interface WindowTopics {
  /** Why it is not watched, or null. */
  watch(key: string): string | null
  unwatch(key: string): void
}

export interface HandlerOptions {
  readonly service: TradingService
  readonly trading: Trading
  readonly conditionals: Conditionals
  readonly alerts: Alerts
  readonly arming: Arming
  readonly identity: Identity
  readonly desk: Pick<DeploymentDesk<RunningDeployment>, 'add' | 'remove' | 'choose'>
  readonly browser: Pick<BrowserSigner, 'cancel'>
  readonly settings: TerminalSettings
  readonly layouts: LayoutStore
  readonly notices: Notices
  readonly windows: WindowManager
  readonly topicsOf: (window: WebContents) => WindowTopics
  readonly importSecret: ClipboardImport
  readonly forgetSecret: (kind: 'access-token' | 'wallet-key' | 'agent-key') => Promise<void>
  readonly log: Log
}

/** Candles asked for at once; the chart asks again for what lies further back. */
const MOST_CANDLES = 5000

export function createHandlers(options: HandlerOptions): Handlers {
  const { service, trading, arming, identity, settings, layouts, notices, windows, topicsOf, log } = options
  const page = ({ limit, before }: { limit: number; before: number | null }) => ({
    limit,
    before: before === null ? null : millis(before),
  })
  return {
    watch: ({ topic: key }, window) => {
      const refusal = topicsOf(window).watch(key)
      if (refusal !== null) throw new CommandError('bad_input', `${refusal}: ${key}`, 'topic')
      return null
    },
    unwatch: ({ topic: key }, window) => {
      topicsOf(window).unwatch(key)
      return null
    },

    readMarkets: () => service.markets(),
    readAccount: () => trading.readAccount(),
    readOpenOrders: () => trading.readOpenOrders(),
    readOrderHistory: (input) => trading.readOrderHistory(page(input)),
    readFills: (input) => trading.readFills(page(input)),
    readFees: () => trading.readFees(),
    readCandles: ({ asset, resolution, from, to }) => {
      if (to <= from) throw new CommandError('bad_input', 'to must be later than from', 'to')
      const start = Math.max(from, to - MOST_CANDLES * resolution * 1000)
      return service.candles(asset, resolution, millis(start), millis(to))
    },

    readPriceHistory: ({ coins }) => service.outcomePriceHistory(coins),
    readConversions: () => service.conversions(),
    readOutcomeOrderStatus: (by) => {
      const address = identity.address()
      if (address === null) throw new CommandError('signed_out', 'Nobody is signed in.')
      return service.outcomeOrderStatus(address, by)
    },

    submit: ({ requestId, intent }, window) =>
      trading.submit(requestId, intent, () => arming.refusal(windows.nameOf(window), intent)),
    confirmEstimate: ({ actionId, estimateId, accept }) => {
      const answer = trading.confirmEstimate(actionId, estimateId, accept)
      if (answer === 'changed') {
        throw new CommandError(
          'estimate_changed',
          'The estimate was made anew meanwhile. Look at it again.',
          'estimateId',
        )
      }
      if (answer === 'taken') return null
      throw new CommandError('not_waiting', 'This prediction no longer waits for your word.', 'actionId')
    },
    flatten: ({ requestId, slippagePct, cancelFirst }) =>
      trading.flatten({ requestId, slippagePct: decimal(slippagePct, 'slippage'), cancelFirst }),
    saveLimits: (limits) => {
      changeLimits(limits, { settings, notices, log })
      arming.changed()
      return null
    },
    arm: ({ armed }, window) => {
      const name = windows.nameOf(window)
      if (armed) arming.arm(name)
      else arming.disarm(name, null)
      return null
    },
    confirmUnverified: ({ actionId, accept }) => {
      if (trading.confirmUnverified(actionId, accept)) return null
      throw new CommandError('not_waiting', 'This action no longer waits for your word.', 'actionId')
    },
    cancelAll: ({ requestId, asset }) => trading.cancelAll(requestId, asset),

    importSecret: async ({ kind }) => {
      const description = await options.importSecret(kind)
      await identity.reload()
      return { description }
    },
    forgetSecret: async ({ kind }) => {
      if (kind === 'agent-key') {
        await identity.forgetAgent()
        return null
      }
      await options.forgetSecret(kind)
      await identity.reload()
      return null
    },
    requestAccess: ({ email, note }) => service.requestAccess({ email, note }),
    rotateAgent: async ({ requestId }) => {
      inWords('signed_out', () => identity.beginRotation())
      const { actionId } = await trading.submit(requestId, { kind: 'approve_agent' })
      return { actionId }
    },
    cancelWalletRequest: () => {
      options.browser.cancel()
      return null
    },
    addProfile: ({ json }) => inWords('not_saved', () => options.desk.add(json)),
    removeProfile: async ({ name }) => {
      await options.desk.remove(name).catch(saidAs('not_saved'))
      return null
    },
    chooseProfile: async ({ name }) => {
      await options.desk.choose(name).catch(saidAs('profile_unavailable'))
      return null
    },

    readLayout: (_input, window) => {
      const saved = layouts.readLayout(windows.nameOf(window))
      return typeof saved === 'object' && saved !== null ? (saved as Record<string, unknown>) : null
    },
    saveLayout: ({ layout }, window) => {
      inWords('not_saved', () => layouts.saveLayout(windows.nameOf(window), layout))
      return null
    },
    saveSettings: (change) => {
      inWords('not_saved', () => settings.change(change))
      return null
    },
    dismissNotice: ({ id }) => {
      notices.dismiss(id)
      return null
    },
    setConditional: (input) => options.conditionals.set(input),
    cancelConditional: ({ id }) => {
      options.conditionals.cancel(id)
      return null
    },
    saveAlert: (input) => options.alerts.save(input),
    removeAlert: ({ id }) => {
      options.alerts.remove(id)
      return null
    },
    saveAlertSettings: (input) => {
      options.alerts.saveSettings(input)
      return null
    },
    openWindow: () => {
      windows.openAnother()
      return null
    },
    copyText: async ({ text }) => {
      await clipboard.writeText(text)
      return null
    },
    reportError: ({ message, stack }, window) => {
      log.error({ window: windows.nameOf(window), message: redact(message), stack }, 'error in a window')
      return null
    },
  }
}

/** An error that is not for a window yet, as one that reaches it in its words. */
const saidAs =
  (code: string) =>
  (error: unknown): never => {
    if (error instanceof CommandError || error instanceof ServiceError || !(error instanceof Error)) throw error
    throw new CommandError(code, error.message)
  }

function inWords<Value>(code: string, run: () => Value): Value {
  try {
    return run()
  } catch (error) {
    return saidAs(code)(error)
  }
}
