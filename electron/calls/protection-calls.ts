/**
 * The calls that take protection away: exits, alerts, and what is heard of them. They go at a window's word, for they must never be slow; so what was
 * taken away is always on record. With a press in the window it is a row in Activity. Without one the page may have done it by itself: then it is
 * also notified, on the desktop and to remote places, where no page can take it away.
 */
import type { WebContents } from 'electron'
import type { AlertRecord } from '../../contract/alert.ts'
import { priceWords } from '../../contract/price-words.ts'
import { ruleTitle } from '../alerts/index.ts'
import type { Handlers, Hands } from '../ipc/index.ts'
import type { CallDeployment } from './call-deployment.ts'

type ProtectionCall =
  | 'cancelExitPlan'
  | 'moveConditional'
  | 'cancelConditional'
  | 'saveAlert'
  | 'removeAlert'
  | 'saveAlertSettings'

export interface ProtectionCallsOptions {
  /** The deployment of the window that calls. */
  readonly on: (window: WebContents) => CallDeployment
  /** Every deployment that runs: how alerts are heard is set for all of them. */
  readonly running: () => readonly Pick<CallDeployment, 'alerts'>[]
  readonly hands: Pick<Hands, 'isPressed'>
}

export function protectionCalls({ on, running, hands }: ProtectionCallsOptions): Pick<Handlers, ProtectionCall> {
  /** @param words a sentence: what is gone. */
  function removed(window: WebContents, words: string): void {
    const { trading, alerts } = on(window)
    if (hands.isPressed(window)) {
      trading.safety.add('protection', words)
      return
    }
    trading.safety.add('protection', `${words} No key or click in the window came before it.`)
    alerts.report('Protection was removed without a click', `${words} Check your positions.`, {
      isActing: true,
      always: true,
    })
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
      const isPressed = hands.isPressed(window)
      const exit = exitsOf(window, [input.id])
      const result = await on(window).conditionals.move(input)
      // A move by hand is a step in the row of the exit.
      if (!isPressed) removed(window, `Moved to ${priceWords(input.trigger)}: ${exit}.`)
      return result
    },
    saveAlert(input, window) {
      const before = input.id === null ? undefined : alertOf(window, input.id)
      const saved = on(window).alerts.save(input)
      if (before?.state === 'on' && !input.on) removed(window, `Alert switched off: ${ruleTitle(before.rule)}.`)
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
      if (before?.notifications === true && !input.notifications)
        removed(window, 'Desktop notifications of alerts were switched off.')
      return null
    },
  }
}
