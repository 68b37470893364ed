/** The calls that can loosen a safety control of the trader: each states what it would loosen, and runs only after user input in its window. */
import type { WebContents } from 'electron'
import { RESUME_CONFIRMATION } from '../../contract/action.ts'
import { type ActionCode, codeText } from '../../contract/action-code.ts'
import type { ParsedInputOf } from '../../contract/ipc.ts'
import { changedKeys, emergencyKeysMoved } from '../../contract/key.ts'
import { refText } from '../../contract/market-ref.ts'
import { disclosedSettings, loosenedSettings, quietedSettings } from '../../contract/settings-loosened.ts'
import { mergedSizes } from '../../contract/size-presets.ts'
import { canCount, type UnreadableRow } from '../../contract/unreadable-row.ts'
import { CallError } from '../errors.ts'
import type { Handlers } from '../ipc/index.ts'
import type { Log } from '../log/index.ts'
import { type PendingLimits, readExported, type TerminalSettings } from '../settings/index.ts'
import type { Notices } from '../topics/index.ts'
import { type CallDeployment, inText, noResult } from './call-deployment.ts'
import { orderLine } from './intent-lines.ts'
import {
  askAboutEstimate,
  askAboutSettings,
  askAboutUnverified,
  askToAcknowledge,
  askToArm,
  askToArmKeys,
  askToArmOneClick,
  askToConfirmLess,
  askToExpectOtherClient,
  askToForget,
  askToLiftKill,
  askToLoosen,
  askToOverride,
  askToResume,
} from './questions.ts'

interface LooseningOptions {
  /** The deployment of the calling window. */
  readonly on: (window: WebContents) => CallDeployment
  readonly nameOf: (window: WebContents) => string
  readonly settings: TerminalSettings
  readonly notices: Notices
  readonly pendingLimits: Pick<PendingLimits, 'save'>
  /** Disarms one-click and trading keys: a click must not send what it was not armed for. */
  readonly endHotFor: (what: 'sizes' | 'keys') => void
  /** Records what a window removed of the trader's protection. */
  readonly removed: (window: WebContents, text: string) => void
  readonly log: Log
}

export function looseningCalls({
  on,
  nameOf,
  settings,
  notices,
  pendingLimits,
  endHotFor,
  removed,
  log,
}: LooseningOptions): Pick<
  Handlers,
  | 'saveLimits'
  | 'saveSettings'
  | 'saveKeys'
  | 'importSettings'
  | 'arm'
  | 'armOneClick'
  | 'armKeys'
  | 'resumeHeld'
  | 'liftKill'
  | 'overrideLimit'
  | 'confirmEstimate'
  | 'confirmUnverified'
  | 'expectOtherClient'
  | 'acknowledgeUnreadable'
  | 'forgetAssetNumber'
> {
  /** A confirmation of an action is limited by what its window may send. */
  const permitWord = (actionId: string, window: WebContents): void => {
    const { trading, arming } = on(window)
    const name = nameOf(window)
    const blocked = trading.permitWord(actionId, (intent) => arming.refusal(name, intent))
    mayNot(blocked, 'actionId')
  }
  /** Checked again after the dialog: a row that has changed meanwhile is another one. */
  const unreadableRow = (input: ParsedInputOf<'acknowledgeUnreadable'>, window: WebContents): UnreadableRow => {
    const row = on(window).trading.unreadableRow(input)
    if (row !== null) return row
    throw new CallError('unknown', 'This row changed or is gone. Check it again.', 'text')
  }
  /** Changes settings; reduced notifications and a new key for Flatten are recorded. */
  const change = (window: WebContents, next: Parameters<TerminalSettings['change']>[0]): void => {
    const quieter = quietedSettings(settings.current, next)
    const moved = next.keys === undefined ? [] : emergencyKeysMoved(settings.current.keys, next.keys)
    inText('not_saved', () => settings.change(next))
    if (quieter.length > 0) removed(window, `Reduced reporting: ${quieter.join('; ')}.`)
    if (moved.length > 0) removed(window, `Changed or removed keys: ${moved.join(', ')}.`)
  }
  return {
    saveLimits: {
      loosens: (limits) => askToLoosen(settings.current.limits, limits),
      run: (limits) => noResult(inText('not_saved', () => pendingLimits.save(limits))),
    },
    saveSettings: {
      loosens: (next) =>
        askAboutSettings(loosenedSettings(settings.current, next), disclosedSettings(settings.current, next)),
      run: (next, window) => noResult(change(window, next)),
    },
    saveKeys({ from, changes }, window) {
      change(window, { keys: changedKeys(from === 'kept' ? settings.current.keys : {}, changes) })
      endHotFor('keys')
      return null
    },
    importSettings: {
      // An unreadable text loosens nothing, and is refused with its reason below.
      loosens: ({ text }) => askToConfirmLess(inText('bad_input', () => readExported(text, settings.current)).loosens),
      run({ text, loosens }, window) {
        const {
          settings: own,
          keys,
          sizes,
          exitTemplates,
          loosens: now,
        } = inText('bad_input', () => readExported(text, settings.current))
        if (now.some((text) => !loosens.includes(text))) {
          throw new CallError('bad_input', 'The settings have changed since this preview. Check them again.', 'text')
        }
        const kept = { keys: { ...settings.current.keys, ...keys }, sizes: mergedSizes(settings.current.sizes, sizes) }
        change(window, { ...own, ...kept, exitTemplates })
        if (now.length > 0) {
          log.warn({ looser: now }, 'settings were loosened by an import')
          notices.add('warning', 'Settings were loosened', `${now.join('; ')}.`)
        }
        if (Object.keys(sizes).length > 0) endHotFor('sizes')
        else if (Object.keys(keys).length > 0) endHotFor('keys')
        return null
      },
    },
    arm: {
      loosens: ({ armed }, window) => (armed ? askToArm(on(window).profile.name, settings.current.limits) : null),
      run({ armed }, window) {
        const { arming } = on(window)
        if (armed) arming.arm(nameOf(window))
        else arming.disarm(nameOf(window), null)
        return null
      },
    },
    armOneClick: {
      loosens(input, window) {
        if (!input.armed) return null
        const { profile } = on(window)
        return askToArmOneClick(profile.name, refText(input.market), settings.current.limits)
      },
      run(input, window) {
        const { arming } = on(window)
        const name = nameOf(window)
        if (input.armed) mayNot(arming.armOneClick(name, input.panel, input.market), 'market')
        else arming.disarmOneClick(name, input.panel, input.because)
        return null
      },
    },
    armKeys: {
      loosens: (input, window) =>
        input.armed ? askToArmKeys(on(window).profile.name, input.mode, settings.current.limits) : null,
      run(input, window) {
        const { arming } = on(window)
        if (input.armed) mayNot(arming.armKeys(nameOf(window), input.mode), null)
        else arming.disarmKeys(nameOf(window), input.because)
        return null
      },
    },
    resumeHeld: {
      loosens({ id }, window) {
        const { trading, profile } = on(window)
        const paused = trading.topics.view({ kind: 'held_pauses' })?.find((one) => one.id === id)
        // The paused work must exist before anybody is asked.
        if (paused === undefined) throw new CallError('not_resumed', 'No longer paused. Nothing was changed.', 'id')
        return askToResume(profile.name, paused)
      },
      run({ id, confirmation: word }, window) {
        if (inText('not_saved', () => on(window).trading.resumeHeld(id, word))) return null
        throw new CallError('not_resumed', `Type ${RESUME_CONFIRMATION} to resume. Nothing was changed.`, 'word')
      },
    },
    liftKill: {
      loosens({ name }, window) {
        const view = on(window).trading.killView()
        // A wrong name must be refused before anybody is asked.
        if (!view.isKilled)
          throw new CallError('not_lifted', `Trading on ${view.profile} is not stopped. Nothing was changed.`)
        if (name !== view.profile) throw new CallError('not_lifted', NAME_IT(view.profile), 'name')
        return askToLiftKill(view.profile)
      },
      run({ name }, window) {
        const { trading, profile } = on(window)
        if (inText('not_saved', () => trading.liftKill(name))) return null
        throw new CallError('not_lifted', NAME_IT(profile.name), 'name')
      },
    },
    overrideLimit: {
      loosens({ actionId, intent }, window) {
        const { trading, profile } = on(window)
        const request = trading.overrides.question({ actionId, intent, window: nameOf(window) })
        if (!request.ok) throw new CallError('not_overridden', request.error, 'actionId')
        return askToOverride(profile.name, intent, request.value.limits)
      },
      run({ actionId, requestId, intent }, window) {
        const { trading } = on(window)
        // An override for an order that was already sent would wait for one that never comes.
        if (trading.isKnown(requestId)) throw new CallError('not_overridden', 'This was already sent.', 'requestId')
        const request = { actionId, intent, window: nameOf(window) }
        const given = trading.overrides.grant(request, requestId, orderLine(intent))
        if (!given.ok) throw new CallError('not_overridden', given.error, 'actionId')
        log.warn({ action: actionId, limits: given.value.limits }, 'one order may exceed a limit')
        return null
      },
    },
    expectOtherClient: {
      loosens: ({ isExpected }, window) => (isExpected ? askToExpectOtherClient(on(window).profile.name) : null),
      run: ({ isExpected }, window) => noResult(on(window).trading.expectOtherClient(isExpected)),
    },
    acknowledgeUnreadable: {
      loosens: (input, window) => askToAcknowledge(on(window).profile.name, unreadableRow(input, window)),
      run(input, window) {
        const row = unreadableRow(input, window)
        // The dialog stated that it blocks as before.
        if (!canCount(row)) return null
        on(window).trading.acknowledgeUnreadable(row)
        removed(
          window,
          `An unreadable row counts toward max loss at ${row.worth} USDC and no longer blocks other markets: ${row.text}`,
        )
        return null
      },
    },
    forgetAssetNumber: {
      loosens: ({ asset, number }, window) => askToForget(on(window).profile.name, asset, number),
      run({ asset, number }, window) {
        if (on(window).trading.forgetAssetNumber(asset, number)) return null
        throw new CallError(
          'unknown',
          `No learned number ${number} for ${asset}. It may have been forgotten already.`,
          'asset',
        )
      },
    },
    confirmEstimate: {
      loosens({ actionId, estimateId, accept }, window) {
        if (!accept) return null
        permitWord(actionId, window)
        return askAboutEstimate(on(window).trading.action(actionId), estimateId)
      },
      run({ actionId, estimateId, accept }, window) {
        if (accept) permitWord(actionId, window)
        const answer = on(window).trading.confirmEstimate(actionId, estimateId, accept)
        if (answer === 'taken') return null
        if (answer !== 'changed')
          throw new CallError('not_waiting', 'This prediction is no longer waiting for you.', 'actionId')
        throw new CallError('estimate_changed', 'The estimate was renewed. Check it again.', 'estimateId')
      },
    },
    confirmUnverified: {
      loosens({ actionId, accept }, window) {
        if (!accept) return null
        permitWord(actionId, window)
        return askAboutUnverified(on(window).trading.action(actionId))
      },
      run({ actionId, accept }, window) {
        if (accept) permitWord(actionId, window)
        if (on(window).trading.confirmUnverified(actionId, accept)) return null
        throw new CallError('not_waiting', 'This action is no longer waiting for you.', 'actionId')
      },
    },
  }
}

const NAME_IT = (name: string): string => `Type ${name} to resume trading. Nothing was changed.`

/** @throws CallError where there is a refusal. */
function mayNot(refusal: { readonly code: ActionCode; readonly message: string } | null, about: string | null): void {
  if (refusal !== null) throw new CallError(codeText(refusal.code), refusal.message, about)
}
