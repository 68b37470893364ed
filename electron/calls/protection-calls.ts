/**
 * The calls that remove protection: exits, reduce-only orders, closes under way, alerts, and how alerts notify. They run without a confirmation,
 * since they must never be slow, so every removal is recorded. After a click in the window it is a row in Activity. Without one the page may have
 * done it by itself: it is then also notified, on the desktop and to remote services, where no page can remove it.
 */
import type { WebContents } from 'electron'
import type { Order } from '../../contract/account.ts'
import type { AlertRecord } from '../../contract/alert.ts'
import { priceLabel } from '../../contract/price-text.ts'
import { safeText } from '../../contract/safe-text.ts'
import { isSameAlert, ruleTitle } from '../alerts/index.ts'
import { CallError } from '../errors.ts'
import type { Handlers, UserInput } from '../ipc/index.ts'
import type { CallDeployment } from './call-deployment.ts'
import { askToBeginAlgo, askToGoOnWithAlgo } from './questions.ts'

type ProtectionCall =
  | 'cancelExitPlan'
  | 'moveConditional'
  | 'cancelConditional'
  | 'stopClosing'
  | 'dismissFlatten'
  | 'pauseAlgo'
  | 'stopAlgo'
  | 'saveAlert'
  | 'removeAlert'
  | 'saveAlertSettings'
  | 'cancelAll'

interface ProtectionCallsOptions {
  /** The deployment of the calling window. */
  readonly on: (window: WebContents) => CallDeployment
  /** Every running deployment: how alerts notify is set for all of them. */
  readonly running: () => readonly Pick<CallDeployment, 'alerts'>[]
  readonly userInput: Pick<UserInput, 'isPressed'>
}

const LONGEST_RECORD = 1_000

/** Records that a window removed protection. @param said a sentence about the removal. A page may have named a part of it. */
export const protectionRecord =
  ({ on, userInput }: Pick<ProtectionCallsOptions, 'on' | 'userInput'>) =>
  (window: WebContents, message: string, isPressed = userInput.isPressed(window)): void => {
    const text = safeText(message, LONGEST_RECORD)
    const { trading, alerts } = on(window)
    if (isPressed) {
      trading.safety.add('protection', text)
      return
    }
    trading.safety.add('protection', `${text} No key press or click preceded it.`)
    alerts.report('Protection removed without a click', `${text} Check your positions.`, {
      isActing: true,
      always: true,
    })
  }

/**
 * Reduce-only orders are protection as well: without a click, those about to be canceled or moved are reported. They are read in parallel with the
 * cancel, which never waits for it. @param deed what happens to them, such as `Canceled`
 */
export const reducingOrdersRecord =
  ({ on, userInput }: Pick<ProtectionCallsOptions, 'on' | 'userInput'>) =>
  (window: WebContents, action: string, isMeant: (order: Order) => boolean): void => {
    if (userInput.isPressed(window)) return
    const removed = protectionRecord({ on, userInput })
    on(window)
      .trading.readOpenOrders()
      .then(
        ({ orders }) => {
          const meant = orders.filter((order) => order.reduceOnly && isMeant(order))
          if (meant.length > 0) removed(window, `${action}: ${meant.map(orderLine).join(', ')}.`, false)
        },
        () => removed(window, `${action}: unreadable orders.`, false),
      )
  }

const orderLine = ({ asset, side, size, price }: Order): string =>
  `reduce-only ${side} ${size} ${asset} at ${priceLabel(price)}`

/** The condition and the market of an alert: two that differ never have the same line. */
const ruleLine = ({ rule, repeat }: Pick<AlertRecord, 'rule' | 'repeat'>): string =>
  [
    ruleTitle(rule),
    ...Object.entries(rule).flatMap(([name, value]) => (name === 'kind' || value === null ? [] : [`${name} ${value}`])),
    repeat ? 'repeats' : 'once',
  ].join(', ')

export function protectionCalls({ on, running, userInput }: ProtectionCallsOptions): Pick<Handlers, ProtectionCall> {
  const removed = protectionRecord({ on, userInput })
  const orders = reducingOrdersRecord({ on, userInput })

  /** Like the record of a removal, for a step of an existing row in Activity: only without a click. @param isPressed evaluated before any wait */
  function changed(window: WebContents, isPressed: boolean, text: string): void {
    if (!isPressed) removed(window, text)
  }

  /** Only for automated orders that reduce a position: the others open one. */
  function reducing(window: WebContents, id: string): string | null {
    const { topics, algos } = on(window).trading
    const isReducing = topics.view({ kind: 'algos' })?.some((one) => one.id === id && one.reduceOnly)
    return isReducing === true ? (algos.watchEntries().find((one) => one.id === id)?.label ?? null) : null
  }

  const exitsOf = (window: WebContents, ids: readonly string[]): string =>
    on(window)
      .conditionals.watchEntries()
      .flatMap(({ id, label }) => (ids.includes(id) ? [label] : []))
      .join(', ')

  const alertOf = (window: WebContents, id: string): AlertRecord | undefined =>
    on(window)
      .alerts.topics.view({ kind: 'alerts' })
      ?.alerts.find((alert) => alert.id === id)

  return {
    cancelExitPlan({ plan }, window) {
      const { conditionals } = on(window)
      const held = conditionals.topics.view({ kind: 'conditionals' }) ?? []
      const ids = held.flatMap((one) => (one.plan.id === plan ? [one.id] : []))
      const exits = exitsOf(window, ids)
      conditionals.cancelPlan(plan)
      removed(window, `Canceled: ${exits}.`)
      return null
    },
    cancelConditional({ id }, window) {
      const exits = exitsOf(window, [id])
      on(window).conditionals.cancel(id)
      removed(window, `Canceled: ${exits}.`)
      return null
    },
    async moveConditional(input, window) {
      const isPressed = userInput.isPressed(window)
      const exit = exitsOf(window, [input.id])
      const result = await on(window).conditionals.move(input)
      changed(window, isPressed, `Moved to ${priceLabel(input.trigger)}: ${exit}.`)
      return result
    },
    cancelAll({ requestId, asset }, window) {
      orders(window, 'Canceled', (order) => asset === null || order.asset === asset)
      return on(window).trading.cancelAll(requestId, asset)
    },
    stopClosing({ actionId }, window) {
      const { trading } = on(window)
      const intent = trading.action(actionId)?.intent
      if (!trading.stopClosing(actionId))
        throw new CallError('not_waiting', 'This close has already finished.', 'actionId')
      const of = intent !== undefined && 'asset' in intent ? ` of ${intent.asset}` : ''
      changed(window, userInput.isPressed(window), `Stopped: close${of}.`)
      return null
    },
    dismissFlatten({ id }, window) {
      on(window).trading.dismissFlatten(id)
      changed(window, userInput.isPressed(window), 'Dismissed: Flatten.')
      return null
    },
    pauseAlgo({ id }, window) {
      const orders = reducing(window, id)
      on(window).trading.algos.pause(id)
      if (orders !== null) changed(window, userInput.isPressed(window), `Paused: ${orders}.`)
      return null
    },
    stopAlgo({ id, cancel }, window) {
      const orders = reducing(window, id)
      on(window).trading.algos.stop(id, cancel)
      if (orders !== null) changed(window, userInput.isPressed(window), `Stopped: ${orders}.`)
      return null
    },
    saveAlert(input, window) {
      const before = input.id === null ? undefined : alertOf(window, input.id)
      const saved = on(window).alerts.save(input)
      if (before?.state !== 'on') return saved
      if (!input.on) removed(window, `Alert turned off: ${ruleTitle(before.rule)}.`)
      else if (!isSameAlert(before, input))
        changed(window, userInput.isPressed(window), `Alert changed: ${ruleLine(before)} → ${ruleLine(input)}.`)
      return saved
    },
    removeAlert({ id }, window) {
      const before = alertOf(window, id)
      on(window).alerts.remove(id)
      if (before?.state === 'on') removed(window, `Alert deleted: ${ruleTitle(before.rule)}.`)
      return null
    },
    saveAlertSettings(input, window) {
      const before = on(window).alerts.topics.view({ kind: 'alerts' })?.settings
      for (const { alerts } of running()) alerts.saveSettings(input)
      if (before?.notifications === true && !input.notifications) removed(window, 'Desktop notifications turned off.')
      return null
    },
  }
}

interface AlgoCallsOptions {
  /** The deployment of the calling window. */
  readonly on: (window: WebContents) => CallDeployment
  readonly nameOf: (window: WebContents) => string
}

/** Algo orders: what may open or add is subject to the arming of its window, and what starts or resumes needs user input there. */
export function algoCalls({ on, nameOf }: AlgoCallsOptions): Pick<Handlers, 'checkAlgo' | 'beginAlgo' | 'resumeAlgo'> {
  return {
    checkAlgo: (order, window) => on(window).trading.algos.check(order),
    beginAlgo: {
      loosens: (order, window) => askToBeginAlgo(on(window).profile.name, order),
      run({ by, ...order }, window) {
        const { trading, arming } = on(window)
        const name = nameOf(window)
        return trading.algos.begin(order, (intent) => arming.refusal(name, intent, by))
      },
    },
    resumeAlgo: {
      loosens({ id }, window) {
        const { trading, profile } = on(window)
        // Windows see only the latest: an older one can be resumed all the same.
        return askToGoOnWithAlgo(profile.name, trading.algos.paused(id))
      },
      run({ id, most }, window) {
        const { trading, arming } = on(window)
        const name = nameOf(window)
        trading.algos.resume(id, (intent) => arming.refusal(name, intent), most)
        return null
      },
    },
  }
}
