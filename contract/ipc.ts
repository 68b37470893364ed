/**
 * The one contract of all calls from a window to main: name → input schema and result type. Main registers exactly these, the
 * preload exposes exactly these as functions of `window.terminal`, and nothing else crosses.
 */
import { z } from 'zod'
import type { AccountView, Fees, Fill, OpenOrdersView, Order } from './account.ts'
import { type Cloid, parseCloid } from './address.ts'
import { alertRule } from './alert.ts'
import { type AlgoCheck, algoQuestion, algoRequest } from './algo.ts'
import { BY_FORM, DISARMED_BECAUSE, KEYS_DISARMED_BECAUSE, KEYS_MODES, panelId, submittedBy } from './catches.ts'
import { conditionalInput, conditionalMove, exitAddition, exitPlanInput } from './conditional.ts'
import type { Decimal, Money, Price, Size } from './decimal.ts'
import { templateChange } from './exit-templates.ts'
import type { FlattenReport, StopReport } from './flatten.ts'
import type { MarketChanges } from './instrument.ts'
import { intent, sizeText } from './intent.ts'
import { LIMIT_FIELDS, type LimitField, limitIssue } from './limits.ts'
import { LINK_GROUPS } from './link.ts'
import type { Candle, ScalarMarket } from './market.ts'
import type { MarketRef } from './market-ref.ts'
import { moveRequest } from './move.ts'
import type { Conversion, OutcomeOrderStatus, PricePoint } from './outcome.ts'
import { closeDistance } from './protection.ts'
import type { LastPrices } from './quote.ts'
import { reversalRequest } from './reversal.ts'
import { LONGEST_SETTINGS, type SettingsPreview } from './settings.ts'
import { keyChanges, settingsChange, sizesChange } from './settings-schema.ts'
import { shownFigures } from './shown.ts'
import type { FrameBatch } from './topics.ts'
import {
  LONGEST_EXPORT,
  MOST_WINDOWS,
  type WorkspacePreview,
  windowLayout,
  windowName,
  windowTitle,
  workspaceName,
} from './workspace.ts'

/** Carries a result type next to an input schema without a value at run time. */
interface Call<Input extends z.ZodType, Output> {
  readonly input: Input
  readonly output?: Output
}
const call =
  <Output>() =>
  <Input extends z.ZodType>(input: Input): Call<Input, Output> => ({ input })

const nothing = z.strictObject({})
const page = z.strictObject({
  limit: z.number().int().min(1).max(500),
  before: z.number().int().nonnegative().nullable(),
})

const screenPoint = z.strictObject({
  x: z.number().int().min(-100_000).max(100_000),
  y: z.number().int().min(-100_000).max(100_000),
})

/** A ref as its text form would be read back. */
const marketRef = z
  .union([
    z.strictObject({ family: z.enum(['scalar', 'binary']), asset: z.string().min(1).max(40) }),
    z.strictObject({
      family: z.literal('outcome'),
      outcomeId: z.number().int().nonnegative(),
      side: z.number().int().nonnegative(),
    }),
  ])
  .transform((ref) => ref as MarketRef)

const limitText = (field: LimitField) =>
  z
    .string()
    .max(40)
    .refine((text) => limitIssue(field, text) === null, `must be a valid ${LIMIT_FIELDS[field].name}`)
const limitNumber = (field: LimitField) => limitText(field).transform(Number)

/** The limits as typed: texts, so that a value is judged exactly as the trader wrote it. */
const limits = z.strictObject({
  orderValue: limitText('orderValue').transform((text) => text as Money),
  position: limitText('position').transform((text) => text as Size),
  priceBandDegrees: limitText('priceBandDegrees').transform((text) => text as Decimal),
  priceBandCents: limitText('priceBandCents').transform((text) => text as Decimal),
  ordersPerMinute: limitNumber('ordersPerMinute'),
  heldOrdersPerMinute: limitNumber('heldOrdersPerMinute'),
  throttleFills: limitNumber('throttleFills'),
  throttleSeconds: limitNumber('throttleSeconds'),
  dayLoss: limitText('dayLoss').transform((text) => (text === '' ? null : (text as Money))),
  worstCase: limitText('worstCase').transform((text) => (text === '' ? null : (text as Money))),
  arm: z.enum(['live', 'always', 'never']),
  armMinutes: limitNumber('armMinutes'),
  hotMinutes: limitNumber('hotMinutes'),
})

/** Every call by its name: what it takes, and what it answers. */
export const calls = {
  /** Hands the page the port on which topics are pushed (`FRAMES_PORT`); a port that it had before is closed. */
  openFrames: call<null>()(nothing),
  /** Starts pushing a topic to this window; its current payload comes with the next frame. */
  watch: call<null>()(z.strictObject({ topic: z.string().max(200) })),
  unwatch: call<null>()(z.strictObject({ topic: z.string().max(200) })),

  readMarkets: call<readonly ScalarMarket[]>()(nothing),
  readAccount: call<AccountView>()(nothing),
  readOpenOrders: call<OpenOrdersView>()(nothing),
  readOrderHistory: call<readonly Order[]>()(page),
  readFills: call<readonly Fill[]>()(page),
  readFees: call<Fees>()(nothing),
  /** Candles of the mark of a scalar or binary asset (of a binary one, the price of UP) between two times (ms), oldest first. */
  readCandles: call<readonly Candle[]>()(
    z.strictObject({
      family: z.enum(['scalar', 'binary']),
      asset: z.string().min(1).max(40),
      resolution: z.union([z.literal(1), z.literal(15), z.literal(60), z.literal(300), z.literal(900)]),
      from: z.number().int().nonnegative(),
      to: z.number().int().nonnegative(),
    }),
  ),

  /** Price history of coins, oldest first; a coin without one is missing. */
  readPriceHistory: call<Readonly<Record<string, readonly PricePoint[]>>>()(
    z.strictObject({ coins: z.array(z.string().min(1).max(40)).min(1).max(20) }),
  ),
  /** Every market of the deployment; those that changed after a version where main still knows it, else all. */
  readMarketList: call<MarketChanges>()(z.strictObject({ since: z.number().int().nonnegative() })),
  /** Last prices of all markets; those that changed after a version where main still knows it, else all. */
  readLastPrices: call<LastPrices>()(z.strictObject({ since: z.number().int().nonnegative() })),
  readConversions: call<readonly Conversion[]>()(nothing),
  /** The status of one outcome order of the trader's, by exactly one of its ids (`POST /v1/outcomes/order-status`). */
  readOutcomeOrderStatus: call<OutcomeOrderStatus>()(
    z.union([
      z.strictObject({ oid: z.string().min(1).max(64) }),
      z.strictObject({
        cloid: z
          .string()
          .refine((text) => parseCloid(text) !== null, 'must be 0x and 32 hex digits')
          .transform((text) => text.toLowerCase() as Cloid),
      }),
    ]),
  ),

  /**
   * Accepts an intent for carrying out; returns as soon as it is journalled. What becomes of it comes with the `actions` topic.
   * A `requestId` that is already known is not carried out again. What the window showed of it is journalled, and decides nothing: what of it
   * cannot be read is left out. `by` says by which hand it comes, and so which catch has to be armed for what adds exposure.
   */
  submit: call<{ readonly actionId: string; readonly repeated: boolean }>()(
    z.strictObject({
      requestId: z.uuid(),
      intent,
      shown: shownFigures.optional().catch(undefined),
      by: submittedBy.default(BY_FORM),
    }),
  ),
  /** Answers an action that waits for the trader's word because it could not be verified. */
  confirmUnverified: call<null>()(z.strictObject({ actionId: z.uuid(), accept: z.boolean() })),
  /** The trader's word that another client trades for this wallet too, or does not any more: its orders are then marked only. */
  expectOtherClient: call<null>()(z.strictObject({ isExpected: z.boolean() })),
  /** Forgets the number that was learned of an asset: its next use asks for the trader's word again. */
  forgetAssetNumber: call<null>()(
    z.strictObject({ asset: z.string().min(1).max(40), number: z.number().int().nonnegative() }),
  ),
  /** The trader has seen that an order showed up after its action had been told as over. */
  markSeen: call<null>()(z.strictObject({ actionId: z.uuid() })),
  /** Puts the row of an ended position away. */
  putAwayEnding: call<null>()(z.strictObject({ id: z.string().min(1).max(100) })),
  /** Says of a transfer that nothing else tells of whether it was made; kept as the trader's word. */
  settleTransfer: call<null>()(z.strictObject({ actionId: z.uuid(), made: z.boolean() })),
  /** Has a close that widens end with the order that is out; what it closed by then stays closed. */
  stopClosing: call<null>()(z.strictObject({ actionId: z.uuid() })),
  /**
   * Cancels every resting order of the trader's (of one asset when given), each as an action of its own. What may add exposure and has
   * not been sent yet is refused first; what has been sent is waited for, and cancelled once it rests.
   */
  cancelAll: call<{ readonly actionIds: readonly string[] } & StopReport>()(
    z.strictObject({ requestId: z.uuid(), asset: z.string().min(1).max(40).nullable() }),
  ),

  /** The trader's word on a prediction's estimate. Only the estimate named is confirmed, never one that replaced it meanwhile. */
  confirmEstimate: call<null>()(
    z.strictObject({ actionId: z.uuid(), estimateId: z.string().max(200), accept: z.boolean() }),
  ),
  /**
   * Closes every position at market, each as an action of its own; with `cancelOrders` all resting orders are cancelled too. What may add
   * exposure and has not been sent yet is refused first; what has been sent is waited for.
   */
  flatten: call<FlattenReport>()(
    z.strictObject({
      requestId: z.uuid(),
      /** How far from the price positions may be closed: in °F of scalar ones, in points of probability of contracts and shares. */
      distances: z.strictObject({
        scalar: closeDistance,
        probability: closeDistance,
        outcome: closeDistance.optional(),
      }),
      cancelOrders: z.boolean(),
    }),
  ),
  /**
   * Has a flatten go on that the end of the terminal cut off: with the orders and positions of now, and actions of its own. None goes on by
   * itself.
   */
  goOnFlatten: call<FlattenReport>()(z.strictObject({ id: z.uuid() })),
  /** Has paused held work go on: `word` is what the trader typed. */
  resumeHeld: call<null>()(z.strictObject({ id: z.string().min(1).max(100), word: z.string().max(40) })),
  /** Ends such a flatten, and leaves what is left. */
  leaveFlatten: call<null>()(z.strictObject({ id: z.uuid() })),
  /**
   * Moves a resting order to another price or whole size (`moveRequest`): cancels it, and places what is left once its end and its fills were
   * read. Refused before anything is done where the new order would be; answers as soon as it is journalled, `moves` tells the rest.
   */
  moveOrder: call<{ readonly id: string }>()(moveRequest),
  /** Has a move that was cancelled and not replaced place what is left: its order's end and fills are read once more before. */
  retryMove: call<null>()(z.strictObject({ id: z.uuid() })),
  /** Leaves such a move at that. */
  leaveMove: call<null>()(z.strictObject({ id: z.uuid() })),
  /**
   * Reverses a position: closes it, reads what the close traded, and opens as much on the other side. Refused before anything is closed where the
   * opening would be; a close that fills in part opens nothing. Answers as soon as it is journalled, `reversals` tells the rest.
   */
  reversePosition: call<{ readonly id: string }>()(reversalRequest),
  /** What would refuse an algo order, and what could be lost with it; nothing is begun. */
  checkAlgo: call<AlgoCheck>()(algoQuestion),
  /**
   * Begins an algo order: its children are sent by the terminal itself. Refused before anything is sent where one of them would be; answers as
   * soon as it is journalled, `algos` tells the rest.
   */
  beginAlgo: call<{ readonly id: string }>()(algoRequest),
  /** It sends nothing more until it is to go on. */
  pauseAlgo: call<null>()(z.strictObject({ id: z.uuid() })),
  /** Has one that is paused go on. */
  goOnAlgo: call<null>()(z.strictObject({ id: z.uuid(), most: sizeText.nullable() })),
  /** Nothing more of it is sent. `cancel`: what rests of it is taken back. */
  stopAlgo: call<null>()(z.strictObject({ id: z.uuid(), cancel: z.boolean() })),
  saveLimits: call<null>()(limits),
  /** Arms or disarms the window that calls. */
  arm: call<null>()(z.strictObject({ armed: z.boolean() })),
  /**
   * Arms or disarms one-click of one ladder of the window that calls, for one market. Fails with `not_armed` where the window itself has to be
   * armed first.
   */
  armOneClick: call<null>()(
    z.discriminatedUnion('armed', [
      z.strictObject({ armed: z.literal(true), panel: panelId, market: marketRef }),
      z.strictObject({ armed: z.literal(false), panel: panelId, because: z.enum(DISARMED_BECAUSE).default('hand') }),
    ]),
  ),
  /** Arms or disarms the trading keys of the window that calls. Fails as `armOneClick` does. */
  armKeys: call<null>()(
    z.discriminatedUnion('armed', [
      z.strictObject({ armed: z.literal(true), mode: z.enum(KEYS_MODES) }),
      z.strictObject({ armed: z.literal(false), because: z.enum(KEYS_DISARMED_BECAUSE).default('hand') }),
    ]),
  ),

  /** Imports a secret from the clipboard: main reads, validates, stores and clears; the answer is a masked description. */
  importSecret: call<{ readonly description: string }>()(
    z.strictObject({ kind: z.enum(['access-token', 'wallet-key']) }),
  ),
  /** Asks for access where there is a waitlist (`POST /v1/access/request`); answers the service's word for what became of it. */
  requestAccess: call<{ readonly status: string }>()(
    z.strictObject({ email: z.string().max(320), note: z.string().max(5000).nullable() }),
  ),
  /** Makes a new agent key and asks for its approval; the one before stays in use until then. */
  rotateAgent: call<{ readonly actionId: string }>()(z.strictObject({ requestId: z.uuid() })),
  /** Gives up the signature that the browser wallet was asked for. */
  cancelWalletRequest: call<null>()(nothing),
  /** Adds a deployment profile from its JSON text (docs/service/deployment.md#profile). */
  addProfile: call<{ readonly name: string }>()(z.strictObject({ json: z.string().max(100_000) })),
  removeProfile: call<null>()(z.strictObject({ name: z.string().min(1).max(60) })),
  /**
   * Moves the window that calls, and no other, to another deployment: it opens anew there, so that nothing of the last one is left in it.
   * `drafts` in its saved layout are kept for the deployment they were typed on.
   */
  chooseProfile: call<null>()(z.strictObject({ name: z.string().min(1).max(60) })),
  forgetSecret: call<null>()(z.strictObject({ kind: z.enum(['access-token', 'wallet-key', 'agent-key']) })),

  /** The layout this window last saved, or null; `drafts` in it only where they were saved on the deployment that the window is on. */
  readLayout: call<Readonly<Record<string, unknown>> | null>()(nothing),
  saveLayout: call<null>()(z.strictObject({ layout: windowLayout })),
  /** Names the window that calls, by what it shows; '' for what a window without a name is called. */
  setTitle: call<null>()(z.strictObject({ title: windowTitle })),
  /**
   * Moves a panel out of the window that calls. `layout` is that window's without it: both are kept in one write, so that the panel is in one
   * place at any time. In a window that is open it is one of `arriving_panels` until that takes it; should that window close before, it comes
   * back. A new window opens with `newWindow` as its layout, its title bar about `at` (DIP of the screen) where that is given; where another window
   * of the deployment is seen at that point, the panel goes to that one instead.
   */
  movePanel: call<{ readonly window: string }>()(
    z.strictObject({
      panel: windowLayout,
      layout: windowLayout,
      to: z.union([
        z.strictObject({ window: windowName }),
        z.strictObject({ newWindow: windowLayout, at: screenPoint.nullable() }),
      ]),
    }),
  ),
  /** The window that calls has put arriving panels into its layout, which is kept in the same write. Fails when one of them is not its own any more. */
  takePanels: call<null>()(z.strictObject({ ids: z.array(z.uuid()).min(1).max(50), layout: windowLayout })),

  /** Saves the arrangement of the deployment's windows under the name of the current workspace. A window saves its own layout first. */
  saveWorkspace: call<null>()(nothing),
  /** Saves it under another name, which is current from then on. */
  saveWorkspaceAs: call<null>()(z.strictObject({ name: workspaceName })),
  /**
   * Arranges the windows of the deployment as a workspace has them: opens, closes, moves and loads them anew. What is typed is kept for each
   * window, those that close too. Fails with `unsaved_changes` where the present arrangement would be lost, unless `discard`.
   */
  openWorkspace: call<null>()(z.strictObject({ name: workspaceName, discard: z.boolean() })),
  /** The same for an arrangement that the window brings along: one layout for each window, the first where this one is. */
  openTemplate: call<null>()(
    z.strictObject({
      name: workspaceName,
      layouts: z.array(windowLayout).min(1).max(MOST_WINDOWS),
      discard: z.boolean(),
    }),
  ),
  /** Arranges the windows again as the current workspace was saved. */
  resetWorkspace: call<null>()(nothing),
  renameWorkspace: call<null>()(z.strictObject({ name: workspaceName, to: workspaceName })),
  duplicateWorkspace: call<null>()(z.strictObject({ name: workspaceName, to: workspaceName })),
  /** The windows stay as they are. */
  deleteWorkspace: call<null>()(z.strictObject({ name: workspaceName })),
  exportWorkspace: call<{ readonly text: string }>()(z.strictObject({ name: workspaceName })),
  /** What an exported workspace would add; `kinds`: the panels that the window knows. */
  previewWorkspace: call<WorkspacePreview>()(
    z.strictObject({ text: z.string().max(LONGEST_EXPORT), kinds: z.array(z.string().max(60)).max(200) }),
  ),
  /** Adds it to the list under a name. */
  importWorkspace: call<null>()(z.strictObject({ text: z.string().max(LONGEST_EXPORT), name: workspaceName })),
  saveSettings: call<null>()(settingsChange),
  exportSettings: call<{ readonly text: string }>()(nothing),
  /** What exported settings would change; nothing has changed then. */
  previewSettings: call<SettingsPreview>()(z.strictObject({ text: z.string().max(LONGEST_SETTINGS) })),
  /**
   * Takes them, keys besides those that were chosen. They hold no limit, and loosen only what the preview said: `loosens` is that, word for word.
   */
  importSettings: call<null>()(
    z.strictObject({ text: z.string().max(LONGEST_SETTINGS), loosens: z.array(z.string().max(300)).max(20) }),
  ),
  /** Changes keys of commands, in every window: those that are kept, or those that hold unless changed. */
  saveKeys: call<null>()(z.strictObject({ from: z.enum(['kept', 'first']), changes: keyChanges })),
  /** Changes the sizes to choose from of a family or of one market, in every window. One-click and trading keys end with it. */
  saveSizes: call<null>()(sizesChange),
  /** Keeps an exit plan under a name, deletes one, or says which one an empty form begins with: for a family, in every window. */
  saveExitTemplate: call<null>()(templateChange),
  /** Shows a market in every panel of a link group, over all windows of the deployment. */
  setLink: call<null>()(z.strictObject({ group: z.literal(LINK_GROUPS), market: marketRef })),
  /** Keeps a market at hand, or no longer, for all windows of the deployment. */
  setFavourite: call<null>()(z.strictObject({ market: marketRef, favourite: z.boolean() })),
  /** Points the charts of a link group at a time, in every window; null when the panel is pointed at no more. `by` is the panel. */
  pointAt: call<null>()(
    z.strictObject({
      group: z.literal(LINK_GROUPS),
      time: z.number().nonnegative().nullable(),
      by: z.string().min(1).max(80),
    }),
  ),
  dismissNotice: call<null>()(z.strictObject({ id: z.string().max(80) })),
  openWindow: call<null>()(nothing),

  /**
   * Sets a stop, a take-profit, or both as a pair of which one cancels the other, on a position: held by this terminal. Prices are in
   * the market's own unit. The same request is never set twice.
   */
  setConditional: call<{ readonly ids: readonly string[] }>()(conditionalInput),
  /**
   * Sets the exits of a plan: on a position, or for an order that is sent after this under the request id that `entry` names. Held by this
   * terminal. The same request is never set twice.
   */
  setExitPlan: call<{ readonly ids: readonly string[] }>()(exitPlanInput),
  /** Ends every exit of a plan that has not triggered yet. */
  cancelExitPlan: call<null>()(z.strictObject({ plan: z.uuid() })),
  /**
   * Moves the trigger of a stop or a target that has not triggered: it stays the same exit, with its id, its pair and its plan. Refused where it
   * would trigger at once. What it answers is where the exit stands then.
   */
  moveConditional: call<{ readonly trigger: Price }>()(conditionalMove),
  /** Adds a stop or a target to a plan that is watched; asked twice for the same price, it adds one. */
  addExit: call<{ readonly ids: readonly string[] }>()(exitAddition),
  /** Ends a conditional order that has not triggered yet. */
  cancelConditional: call<null>()(z.strictObject({ id: z.uuid() })),
  /** Puts the rows of conditional orders that ended away. */
  putAwayConditionals: call<null>()(z.strictObject({ ids: z.array(z.uuid()).min(1).max(100) })),
  /** Sets an alert (`id` null) or changes one. */
  saveAlert: call<{ readonly id: string }>()(
    z.strictObject({ id: z.uuid().nullable(), rule: alertRule, repeat: z.boolean(), on: z.boolean() }),
  ),
  removeAlert: call<null>()(z.strictObject({ id: z.uuid() })),
  saveAlertSettings: call<null>()(z.strictObject({ sound: z.boolean(), notifications: z.boolean() })),
  /** Puts plain text on the clipboard (an order id, an address, the rows of a table); secrets never come this way. */
  copyText: call<null>()(z.strictObject({ text: z.string().max(8_000_000) })),
  /** Puts a picture on the clipboard: a PNG in base64, at most 8192 px a side. */
  copyPicture: call<null>()(z.strictObject({ png: z.base64().max(8_000_000) })),
  /** A window's uncaught error, for the log. */
  reportError: call<null>()(
    z.strictObject({ message: z.string().max(2000), stack: z.string().max(10_000).nullable() }),
  ),
} as const

type Calls = typeof calls
/** The name of a call, as a window has it in `window.terminal`. */
export type CallName = keyof Calls
/** All of them. */
export const callNames = Object.keys(calls) as readonly CallName[]
/** What a window gives to a call. */
export type InputOf<N extends CallName> = z.input<Calls[N]['input']>
/** The same as main gets it, read and checked. */
export type ParsedInputOf<N extends CallName> = z.output<Calls[N]['input']>
/** What a call answers. */
export type OutputOf<N extends CallName> =
  | NonNullable<Calls[N]['output']>
  | (null extends Calls[N]['output'] ? null : never)

/** What a call answers: error classes do not survive the trip between processes, so errors are data. */
export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: TerminalError }

/** Why a call failed. `message` is shown as it stands: the service's `detail` word for word where there was one. */
export interface TerminalError {
  readonly code: string
  readonly message: string
  /** HTTP status when the service answered, else null. */
  readonly status: number | null
  /** Route or field that it is about, when known. */
  readonly about: string | null
}

/** `window.terminal`: the only door between the worlds. */
export type TerminalCalls = {
  readonly [N in CallName]: (input: InputOf<N>) => Promise<Answer<OutputOf<N>>>
}

/** What comes and goes on the port that `openFrames` asks for. */
export interface FrameDoor {
  /** Calls `listener` with every batch; returns the way to stop. */
  readonly onFrame: (listener: (batch: FrameBatch) => void) => () => void
  /** `epochMs`: `performance.timeOrigin + frame time` of the frame that painted batch `seq`; null when it asks for no frame. */
  readonly painted: (seq: number, epochMs: number | null) => void
}

/** What a window's page has of main: the calls, and the frames. */
export type TerminalBridge = TerminalCalls & FrameDoor
