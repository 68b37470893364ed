/** The names of all calls, without their schemas: the preload needs the names only and must stay small. */
import type { CallName } from './ipc.ts'

const names: Record<CallName, true> = {
  watch: true,
  unwatch: true,
  readMarkets: true,
  readAccount: true,
  readOpenOrders: true,
  readOrderHistory: true,
  readFills: true,
  readFees: true,
  readCandles: true,
  readPriceHistory: true,
  readConversions: true,
  readOutcomeOrderStatus: true,
  submit: true,
  confirmUnverified: true,
  cancelAll: true,
  confirmEstimate: true,
  flatten: true,
  saveLimits: true,
  arm: true,
  importSecret: true,
  requestAccess: true,
  rotateAgent: true,
  cancelWalletRequest: true,
  addProfile: true,
  removeProfile: true,
  chooseProfile: true,
  forgetSecret: true,
  readLayout: true,
  saveLayout: true,
  saveSettings: true,
  dismissNotice: true,
  openWindow: true,
  setConditional: true,
  cancelConditional: true,
  saveAlert: true,
  removeAlert: true,
  saveAlertSettings: true,
  copyText: true,
  reportError: true,
}

export const callNames = Object.keys(names) as CallName[]

/** The IPC channel of a call. */
export const channelOf = (name: CallName): string => `terminal:${name}`
/** Main → window: a `FrameBatch`. */
export const FRAME_CHANNEL = 'terminal:frame'
/** Window → main, one way: a frame was painted; lets main time the next batch just before the next frame. */
export const PAINTED_CHANNEL = 'terminal:painted'
