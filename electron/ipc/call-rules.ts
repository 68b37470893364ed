/**
 * Who may make each call, how often, and what needs a hand at the window: one row for each call of the contract. A call without a row does
 * not compile. That the caller is the top frame of one of the terminal's windows is asked of all of them (`sender.ts`).
 */
import type { CallName, ParsedInputOf } from '../../contract/ipc.ts'
import type { Rate } from './token-bucket.ts'

/** How often calls may come that share a name here; each window has a bucket of its own, or all windows share one. */
export interface CallRate extends Rate {
  readonly of: 'window' | 'terminal'
  /** What came too often, as the refusal says it. */
  readonly tooOften: string
}

const perWindow = (burst: number, everyMs: number, tooOften: string): CallRate => ({
  burst,
  everyMs,
  of: 'window',
  tooOften,
})
const perTerminal = (burst: number, everyMs: number, tooOften: string): CallRate => ({
  burst,
  everyMs,
  of: 'terminal',
  tooOften,
})

/** Generous for hands: nobody who clicks or types meets one of them. */
export const RATES = {
  orders: perWindow(20, 100, 'Too many orders came from this window at once'),
  /** What makes a position smaller, takes an order back or protects: whatever else a window asks for cannot hold it back. */
  reducing: perWindow(200, 50, 'Too many cancels and closes came from this window at once'),
  /** Apart from single closes, so that a flood of these cannot hold back what ends everything. */
  stopping: perWindow(20, 500, 'Flatten and Cancel all were asked for too often'),
  disarming: perWindow(100, 50, 'This window was disarmed too often'),
  words: perWindow(20, 200, 'This window answered too often'),
  saves: perWindow(30, 200, 'This window saved too often'),
  /** A window saves its layout twice a second at most. */
  layouts: perWindow(20, 200, 'This window saved its layout too often'),
  reads: perWindow(300, 10, 'This window read too often'),
  watching: perWindow(2000, 2, 'This window watched too many topics at once'),
  /** As often as a frame of a fast display. */
  pointing: perWindow(240, 4, 'This window pointed at charts too often'),
  copies: perWindow(20, 200, 'This window copied too often'),
  /** Each is megabytes on its way to the clipboard. */
  pictures: perWindow(5, 1000, 'This window copied too many pictures at once'),
  /** A market's name and price in the title change as the market does. */
  titles: perWindow(20, 200, 'This window named itself too often'),
  workspaces: perWindow(20, 300, 'Workspaces were changed too often from this window'),
  /** Counted over all windows: each new one begins with buckets of its own, full. */
  windows: perTerminal(12, 1000, 'Too many windows were asked for at once'),
  /** Each asks the trader for a file. */
  exports: perWindow(5, 1000, 'This window gave out too many files at once'),
  errors: perWindow(10, 6000, 'This window reported too many errors'),
  /** A second try at once is for a typing mistake, or a signature that was the wrong wallet's. */
  agents: perTerminal(3, 60_000, 'New agents were asked for too often'),
  /** A hand presses once; each asks the release host, or the trader. */
  updates: perTerminal(6, 5000, 'Updates were asked for too often'),
  /** Each asks a stranger's host. */
  outward: perTerminal(10, 3000, 'Places outside were tried too often'),
  access: perTerminal(3, 60_000, 'Access was asked for too often'),
  /** Each asks an address that a window names. */
  looks: perTerminal(10, 3000, 'Services were looked at too often'),
} as const satisfies Readonly<Record<string, CallRate>>

export type RateName = keyof typeof RATES

/** The rule of one call. */
export interface CallRule<N extends CallName = CallName> {
  /**
   * `any`: every window, armed or not. `armed`: what adds exposure is taken from an armed window only, where windows must be armed; its handler
   * asks `arming`, which knows the intent.
   */
  readonly from: 'any' | 'armed'
  readonly rate: RateName | ((input: ParsedInputOf<N>) => RateName)
  /**
   * `loosening`: it can loosen a safety catch of the trader's. Its handler says what it would loosen, and where it loosens something it is
   * carried out only right after a press in its window, or with a yes in a native box (`hands.ts`). `no`: it loosens nothing, or only what
   * asks again when it is used. The clipboard counts as such a catch: a page that could fill it at any time could exchange an address there.
   */
  readonly hand: 'no' | 'loosening'
}

/** What an intent counts as: orders never hold a close back. */
function rateOfIntent({ intent }: ParsedInputOf<'submit'>): RateName {
  if (intent.kind === 'cancel' || intent.kind === 'close') return 'reducing'
  return intent.kind === 'place' && intent.reduceOnly ? 'reducing' : 'orders'
}

export const CALL_RULES = {
  openFrames: { from: 'any', rate: 'watching', hand: 'no' },
  watch: { from: 'any', rate: 'watching', hand: 'no' },
  unwatch: { from: 'any', rate: 'watching', hand: 'no' },

  readMarkets: { from: 'any', rate: 'reads', hand: 'no' },
  readAccount: { from: 'any', rate: 'reads', hand: 'no' },
  readOpenOrders: { from: 'any', rate: 'reads', hand: 'no' },
  readFills: { from: 'any', rate: 'reads', hand: 'no' },
  readFees: { from: 'any', rate: 'reads', hand: 'no' },
  readCandles: { from: 'any', rate: 'reads', hand: 'no' },
  readPriceHistory: { from: 'any', rate: 'reads', hand: 'no' },
  readMarketList: { from: 'any', rate: 'reads', hand: 'no' },
  readLastPrices: { from: 'any', rate: 'reads', hand: 'no' },
  readResults: { from: 'any', rate: 'reads', hand: 'no' },
  readTrades: { from: 'any', rate: 'reads', hand: 'no' },
  readSettlementHistory: { from: 'any', rate: 'reads', hand: 'no' },
  readDaySheet: { from: 'any', rate: 'reads', hand: 'no' },
  readPast: { from: 'any', rate: 'reads', hand: 'no' },
  readPastTotals: { from: 'any', rate: 'reads', hand: 'no' },
  readRecords: { from: 'any', rate: 'reads', hand: 'no' },
  readFirstOrders: { from: 'any', rate: 'reads', hand: 'no' },
  exportPast: { from: 'any', rate: 'exports', hand: 'no' },
  readCalibration: { from: 'any', rate: 'reads', hand: 'no' },
  readEquity: { from: 'any', rate: 'reads', hand: 'no' },
  findActions: { from: 'any', rate: 'reads', hand: 'no' },
  readTransfers: { from: 'any', rate: 'reads', hand: 'no' },
  renameBalanceChange: { from: 'any', rate: 'words', hand: 'no' },
  readConversions: { from: 'any', rate: 'reads', hand: 'no' },
  readOutcomeOrderStatus: { from: 'any', rate: 'reads', hand: 'no' },

  submit: { from: 'armed', rate: rateOfIntent, hand: 'no' },
  overrideLimit: { from: 'any', rate: 'words', hand: 'loosening' },
  confirmEstimate: { from: 'armed', rate: ({ accept }) => (accept ? 'words' : 'reducing'), hand: 'loosening' },
  confirmUnverified: { from: 'armed', rate: ({ accept }) => (accept ? 'words' : 'reducing'), hand: 'loosening' },
  stopClosing: { from: 'any', rate: 'words', hand: 'no' },
  cancelAll: { from: 'any', rate: 'stopping', hand: 'no' },
  flatten: { from: 'any', rate: 'stopping', hand: 'no' },
  kill: { from: 'any', rate: 'stopping', hand: 'no' },
  liftKill: { from: 'any', rate: 'words', hand: 'loosening' },
  goOnFlatten: { from: 'any', rate: 'stopping', hand: 'no' },
  checkAlgo: { from: 'any', rate: 'reads', hand: 'no' },
  beginAlgo: { from: 'armed', rate: ({ reduceOnly }) => (reduceOnly ? 'reducing' : 'orders'), hand: 'loosening' },
  pauseAlgo: { from: 'any', rate: 'reducing', hand: 'no' },
  goOnAlgo: { from: 'armed', rate: 'words', hand: 'loosening' },
  stopAlgo: { from: 'any', rate: 'reducing', hand: 'no' },
  leaveFlatten: { from: 'any', rate: 'words', hand: 'no' },
  moveOrder: { from: 'armed', rate: 'orders', hand: 'no' },
  retryMove: { from: 'armed', rate: 'orders', hand: 'no' },
  reversePosition: { from: 'armed', rate: 'orders', hand: 'no' },
  leaveMove: { from: 'any', rate: 'words', hand: 'no' },
  setExitPlan: { from: 'any', rate: 'reducing', hand: 'no' },
  cancelExitPlan: { from: 'any', rate: 'reducing', hand: 'no' },
  moveConditional: { from: 'any', rate: 'reducing', hand: 'no' },
  addExit: { from: 'any', rate: 'reducing', hand: 'no' },
  cancelConditional: { from: 'any', rate: 'reducing', hand: 'no' },
  putAwayConditionals: { from: 'any', rate: 'words', hand: 'no' },
  acknowledgeUnreadable: { from: 'any', rate: 'words', hand: 'loosening' },
  expectOtherClient: { from: 'any', rate: 'words', hand: 'loosening' },
  forgetAssetNumber: { from: 'any', rate: 'words', hand: 'loosening' },
  markSeen: { from: 'any', rate: 'words', hand: 'no' },
  putAwayEnding: { from: 'any', rate: 'words', hand: 'no' },
  settleTransfer: { from: 'any', rate: 'words', hand: 'loosening' },

  arm: { from: 'any', rate: ({ armed }) => (armed ? 'words' : 'disarming'), hand: 'loosening' },
  armOneClick: { from: 'any', rate: ({ armed }) => (armed ? 'words' : 'disarming'), hand: 'loosening' },
  armKeys: { from: 'any', rate: ({ armed }) => (armed ? 'words' : 'disarming'), hand: 'loosening' },
  resumeHeld: { from: 'any', rate: 'words', hand: 'loosening' },
  saveLimits: { from: 'any', rate: 'saves', hand: 'loosening' },
  takeBackLimit: { from: 'any', rate: 'saves', hand: 'no' },
  saveSettings: { from: 'any', rate: 'saves', hand: 'loosening' },
  exportSettings: { from: 'any', rate: 'saves', hand: 'no' },
  previewSettings: { from: 'any', rate: 'saves', hand: 'no' },
  importSettings: { from: 'any', rate: 'saves', hand: 'loosening' },
  saveKeys: { from: 'any', rate: 'saves', hand: 'no' },
  saveExitTemplate: { from: 'any', rate: 'saves', hand: 'no' },
  saveNote: { from: 'any', rate: 'saves', hand: 'no' },
  saveSizes: { from: 'any', rate: 'saves', hand: 'no' },

  importSecret: { from: 'any', rate: 'words', hand: 'no' },
  tryKeychainAgain: { from: 'any', rate: 'words', hand: 'no' },
  forgetSecret: { from: 'any', rate: 'words', hand: 'loosening' },
  requestAccess: { from: 'any', rate: 'access', hand: 'loosening' },
  rotateAgent: { from: 'any', rate: 'agents', hand: 'loosening' },
  cancelWalletRequest: { from: 'any', rate: 'words', hand: 'no' },
  takeProfileText: { from: 'any', rate: 'saves', hand: 'no' },
  removeProfile: { from: 'any', rate: 'saves', hand: 'loosening' },
  chooseProfile: { from: 'any', rate: 'windows', hand: 'no' },
  lookAtService: { from: 'any', rate: 'looks', hand: 'loosening' },
  cancelLook: { from: 'any', rate: 'words', hand: 'no' },
  chooseProfileFile: { from: 'any', rate: 'exports', hand: 'no' },
  addFoundService: { from: 'any', rate: 'saves', hand: 'loosening' },

  checkForUpdate: { from: 'any', rate: 'updates', hand: 'no' },
  downloadUpdate: { from: 'any', rate: 'updates', hand: 'no' },
  cancelDownload: { from: 'any', rate: 'words', hand: 'no' },
  restartToUpdate: { from: 'any', rate: 'updates', hand: 'no' },
  putAwayWhatsNew: { from: 'any', rate: 'words', hand: 'no' },

  setOutward: { from: 'any', rate: 'words', hand: 'no' },
  testOutward: { from: 'any', rate: 'outward', hand: 'no' },
  forgetOutward: { from: 'any', rate: 'words', hand: 'loosening' },

  readReferralCode: { from: 'any', rate: 'reads', hand: 'no' },
  createReferralCode: { from: 'any', rate: 'words', hand: 'no' },
  resolveReferralCode: { from: 'any', rate: 'reads', hand: 'no' },
  acceptReferral: { from: 'any', rate: 'words', hand: 'loosening' },
  readReferralTree: { from: 'any', rate: 'reads', hand: 'no' },
  readReferralPayouts: { from: 'any', rate: 'reads', hand: 'no' },
  readRewards: { from: 'any', rate: 'reads', hand: 'no' },

  readLayout: { from: 'any', rate: 'reads', hand: 'no' },
  saveLayout: { from: 'any', rate: 'layouts', hand: 'no' },
  setFavourite: { from: 'any', rate: 'saves', hand: 'no' },
  pointAt: { from: 'any', rate: 'pointing', hand: 'no' },
  setMenu: { from: 'any', rate: 'titles', hand: 'no' },
  takeAsked: { from: 'any', rate: 'titles', hand: 'no' },
  setTitle: { from: 'any', rate: 'titles', hand: 'no' },
  movePanel: { from: 'any', rate: ({ to }) => ('newWindow' in to ? 'windows' : 'layouts'), hand: 'no' },
  takePanels: { from: 'any', rate: 'layouts', hand: 'no' },
  saveWorkspace: { from: 'any', rate: 'workspaces', hand: 'no' },
  saveWorkspaceAs: { from: 'any', rate: 'workspaces', hand: 'no' },
  openWorkspace: { from: 'any', rate: 'windows', hand: 'no' },
  openTemplate: { from: 'any', rate: 'windows', hand: 'no' },
  resetWorkspace: { from: 'any', rate: 'windows', hand: 'no' },
  renameWorkspace: { from: 'any', rate: 'workspaces', hand: 'no' },
  duplicateWorkspace: { from: 'any', rate: 'workspaces', hand: 'no' },
  deleteWorkspace: { from: 'any', rate: 'workspaces', hand: 'loosening' },
  exportWorkspace: { from: 'any', rate: 'workspaces', hand: 'no' },
  previewWorkspace: { from: 'any', rate: 'workspaces', hand: 'no' },
  importWorkspace: { from: 'any', rate: 'workspaces', hand: 'no' },
  setLink: { from: 'any', rate: 'saves', hand: 'no' },
  dismissNotice: { from: 'any', rate: 'saves', hand: 'no' },
  openWindow: { from: 'any', rate: 'windows', hand: 'no' },
  saveAlert: { from: 'any', rate: 'saves', hand: 'no' },
  removeAlert: { from: 'any', rate: 'saves', hand: 'no' },
  saveAlertSettings: { from: 'any', rate: 'saves', hand: 'no' },
  copyText: { from: 'any', rate: 'copies', hand: 'loosening' },
  copyPicture: { from: 'any', rate: 'pictures', hand: 'loosening' },
  readProblemReport: { from: 'any', rate: 'exports', hand: 'no' },
  saveProblemReport: { from: 'any', rate: 'exports', hand: 'no' },
  reportError: { from: 'any', rate: 'errors', hand: 'no' },
} as const satisfies { readonly [N in CallName]: CallRule<N> }

/** The bucket that a call takes from. */
export function rateOf(name: CallName, input: unknown): RateName {
  const { rate } = CALL_RULES[name]
  return typeof rate === 'function' ? rate(input as never) : rate
}
