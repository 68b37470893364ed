/** What main does for each command of a window: thin, one line to the service that owns the matter. */
import { clipboard, type WebContents } from 'electron'
import { millis } from '../contract/time.ts'
import type { Alerts } from './alerts/index.ts'
import type { Conditionals } from './conditional/index.ts'
import type { Identity } from './identity/index.ts'
import { CommandError, type Handlers } from './ipc/index.ts'
import type { Log } from './log.ts'
import type { Notices } from './notices.ts'
import { type ClipboardImport, redact } from './secrets/index.ts'
import type { TradingService } from './service/interface.ts'
import type { LayoutStore } from './storage/interface.ts'
import type { TerminalSettings } from './terminal-settings.ts'
import type { Trading } from './trading/index.ts'
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
  readonly identity: Identity
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
  const { service, trading, identity, settings, layouts, notices, windows, topicsOf, log } = options
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

    submit: ({ requestId, intent }) => trading.submit(requestId, intent),
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
      await options.forgetSecret(kind)
      await identity.reload()
      return null
    },

    readLayout: (_input, window) => {
      const saved = layouts.readLayout(windows.nameOf(window))
      return typeof saved === 'object' && saved !== null ? (saved as Record<string, unknown>) : null
    },
    saveLayout: ({ layout }, window) => {
      layouts.saveLayout(windows.nameOf(window), layout)
      return null
    },
    saveSettings: (change) => {
      settings.change(change)
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
