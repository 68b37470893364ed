/** Dialogs that ask the trader before a call loosens a safety setting, unless user input in the window already allowed it. */

import type { ActionRecord, AutomationPause } from '../../contract/action.ts'
import type { AlgoOrder, AlgoView } from '../../contract/algo.ts'
import { toPlaces, trimZeros } from '../../contract/decimal.ts'
import { grouped } from '../../contract/grouped.ts'
import type { Intent } from '../../contract/intent.ts'
import { LOOSENING_WAIT_MS, loosened, type TradingLimits } from '../../contract/limits.ts'
import { counted } from '../../contract/plural.ts'
import { priceLabel } from '../../contract/price-text.ts'
import type { RemoteNotificationKind } from '../../contract/remote-notifications.ts'
import { block, text } from '../../contract/safe-text.ts'
import type { KeysMode } from '../../contract/safety-locks.ts'
import { sumOfOrders } from '../../contract/scale.ts'
import type { SessionView } from '../../contract/session.ts'
import { canCount, type ListName, type UnreadableRow } from '../../contract/unreadable-row.ts'
import type { Question } from '../ipc/index.ts'
import type { SecretKind } from '../secrets/index.ts'
import type { DeploymentProfile } from '../service/index.ts'
import type { FileKind } from '../windows/index.ts'
import { estimateLines, intentLines } from './intent-lines.ts'

/** Null when the limits are at least as strict as before. */
export function askToLoosen(before: TradingLimits, after: TradingLimits): Question | null {
  const looser = loosened(before, after)
  if (looser.length === 0) return null
  const detail = block`${looser}\n\nThis takes effect in ${LOOSENING_WAIT_MS / 1000} s; you can undo it until then. Limits apply to every deployment and every window.`
  return { message: text`Loosen your limits?`, detail, confirm: 'Loosen', always: true }
}

/** Null when the settings require at least as many confirmations as before. */
export function askToConfirmLess(looser: readonly string[]): Question | null {
  if (looser.length === 0) return null
  return { message: text`Reduce confirmations?`, detail: block`${looser}`, confirm: 'Loosen' }
}

/** @param disclosed one sentence for each recipient that would receive more data. */
export function askAboutSettings(looser: readonly string[], disclosed: readonly string[]): Question | null {
  const question = askToConfirmLess(looser)
  if (disclosed.length === 0) return question
  return {
    message: question?.message ?? text`Send more data off this computer?`,
    detail: block`${[...looser, ...disclosed]}`,
    confirm: question?.confirm ?? 'Send more',
  }
}

/** Before an address is first used. @param shown distinguishes it from others at the same host */
export function askToNotifyRemotely(
  kind: RemoteNotificationKind,
  { host, shown }: { readonly host: string; readonly shown: string },
  details: boolean,
): Question {
  if (kind === 'heartbeat') {
    return {
      message: text`Send a heartbeat to ${host}?`,
      detail: block`${shown}\n\nAt the interval you set, an empty request goes to this address. Its operator learns when Isotherm runs, and from which IP address. The address is stored in the keychain and not shown again.`,
      confirm: 'Send heartbeats',
      always: true,
    }
  }
  const what = details
    ? 'titles, sizes, prices and text of alerts and notices'
    : 'titles of alerts and notices, without figures'
  return {
    message: text`Send notifications to ${host}?`,
    detail: block`${shown}\n\nSent as it happens: ${what}. Anyone with access to that address can read it. The address is stored in the keychain and not shown again.`,
    confirm: 'Send notifications',
    always: true,
  }
}

/** @param stored,given descriptions of the current and the new secret, without any character of either
 * @param isRenewal the new token claims the same owner: user input in the window is then enough, since tokens are renewed every hour. */
export const askToReplace = (profile: string, stored: string, given: string, isRenewal: boolean): Question => ({
  message: text`Replace the stored secret?`,
  detail: block`On ${profile}:\n${stored}\n→ ${given}\n\nThe stored secret is deleted and cannot be recovered here.`,
  confirm: 'Replace',
  ...(isRenewal ? {} : { always: true as const }),
})

const FORGET: { readonly [Kind in SecretKind]: Question['message'] } = {
  'access-token': text`Forget the access token?`,
  'wallet-key': text`Forget the wallet key?`,
  'agent-key': text`Forget the agent key?`,
}

export function askToForgetSecret(
  profile: string,
  kind: SecretKind,
  { walletKey, agent, identity }: Pick<SessionView, 'walletKey' | 'agent' | 'identity'>,
): Question {
  const owner = {
    'wallet-key': walletKey,
    'access-token': identity === null ? null : identity.accessText,
    'agent-key': 'address' in agent ? agent.address : null,
  }[kind]
  return {
    message: FORGET[kind],
    detail:
      owner === null
        ? block`On ${profile}. It is deleted from the keychain and cannot be recovered here.`
        : block`On ${profile}: ${owner}. It is deleted from the keychain and cannot be recovered here.`,
    confirm: 'Forget',
    always: true,
  }
}

/** Before the first request to a host: in a dialog that no page can change or answer, and only after a click. */
export const askToLook = (profile: DeploymentProfile): Question => ({
  message: text`Check what ${hostOf(profile)} offers?`,
  detail: block`${serviceLines(profile)}\n\nNo token is sent. The operator sees the request and your IP address.`,
  confirm: 'Check',
  always: true,
  needsPress: true,
})

export const askToAdd = (profile: DeploymentProfile): Question => ({
  message: text`Add ${profile.name}?`,
  detail: block`${serviceLines(profile)}`,
  confirm: 'Add',
  needsPress: true,
})

const hostOf = ({ baseUrl }: Pick<DeploymentProfile, 'baseUrl'>): string => new URL(baseUrl).host

/** The resolved address (`xn--…`), and what would be signed for it. */
function serviceLines({ baseUrl, network, directOrder, agentDomain }: DeploymentProfile): readonly string[] {
  const { pathname } = new URL(baseUrl)
  const { chainId, verifyingContract } = directOrder?.domain ?? {}
  return [
    `Host: ${hostOf({ baseUrl })}`,
    ...(pathname === '/' ? [] : [`Path: ${pathname}`]),
    `Network: ${network}`,
    directOrder === null
      ? `Orders are signed by the agent, chain ${agentDomain.chainId ?? 'not named'}.`
      : `Direct orders are signed for chain ${chainId ?? 'not named'}, contract ${verifyingContract ?? 'not named'}.`,
  ]
}

/** Before the first secret of a kind is stored for a deployment. @param given its owner, described without any character of it */
export const askToStore = (profile: DeploymentProfile, given: string): Question => ({
  message: text`Store this for ${hostOf(profile)}?`,
  detail: block`On ${profile.name}, ${profile.network}:\n${given}\n\nIt is stored in the keychain, and is only sent to ${hostOf(profile)} or used to sign for it.`,
  confirm: 'Store',
  always: true,
})

/** Before a new agent key replaces the one that signs. */
export const askToRotate = (profile: string): Question => ({
  message: text`Create a new agent key?`,
  detail: block`On ${profile}, your wallet approves a new key. The current key is no longer used to sign orders.`,
  confirm: 'Create key',
  always: true,
})

export const askToAcceptReferral = (profile: string, code: string): Question => ({
  message: text`Accept the referral code ${code}?`,
  detail: block`On ${profile}. The code's owner earns from your fees permanently. This cannot be undone.`,
  confirm: 'Accept',
  always: true,
})

const OUTWARD: { readonly [K in RemoteNotificationKind]: string } = {
  webhook: 'webhook',
  ntfy: 'ntfy address',
  heartbeat: 'heartbeat',
}

export const confirmRemovalOfTarget = (kind: RemoteNotificationKind): Question => ({
  message: text`Forget the ${OUTWARD[kind]}?`,
  detail: block`Nothing more is sent there. The address is deleted from the keychain and cannot be recovered here.`,
  confirm: 'Forget',
  always: true,
})

export const askToStoreOpenMeteoKey: Question = {
  message: text`Use your API key with Open-Meteo?`,
  detail: block`From then on, customer-api.open-meteo.com receives your API key, your IP address and the station's location. Any stored key is replaced. The new key is stored in the keychain, sent to no other host and not shown again.`,
  confirm: 'Store',
  always: true,
}

export const askToForgetOpenMeteoKey: Question = {
  message: text`Forget the Open-Meteo API key?`,
  detail: block`Isotherm stops using this key with Open-Meteo. The key is deleted from the keychain and cannot be recovered here.`,
  confirm: 'Forget',
  always: true,
}

/** Before data is sent to a service in the trader's name. */
export const askToRequestAccess = (profile: DeploymentProfile, email: string): Question => ({
  message: text`Request access from ${hostOf(profile)}?`,
  detail: block`On ${profile.name}, for ${email}. The address and the note are sent to the venue.`,
  confirm: 'Request',
})

/** Before a system dialog for files: it takes the keyboard, so no page may open one at any time. */
export const askToChooseFile = ({ question }: FileKind): Question => ({
  message: question,
  detail: block`This window asks for a file. Nothing is read or written until you choose one.`,
  confirm: 'Choose',
})

/** Before a text replaces the contents of the clipboard. */
export const askToCopy = (copied: string): Question => ({
  message: text`Copy this text to the clipboard?`,
  detail: block`${copied.slice(0, 300)}${copied.length > 300 ? '…' : ''}`,
  confirm: 'Copy',
})

export const askToOpenPage = (url: string): Question => ({
  message: text`Open this page in your browser?`,
  detail: block`${url}`,
  confirm: 'Open',
})

export const askToCopyPicture: Question = {
  message: text`Copy a picture to the clipboard?`,
  detail: block`A chart of this window.`,
  confirm: 'Copy',
}

/** Null when there is no such transfer. */
export function askToSettleTransfer(action: ActionRecord | null, made: boolean): Question | null {
  if (action === null) return null
  return {
    message: made ? text`Record this transfer as completed?` : text`Record this transfer as failed?`,
    detail: block`${intentLines(action.intent)}\n\nIsotherm will not check it again.`,
    confirm: made ? 'Completed' : 'Failed',
    always: true,
  }
}

export const askToDeleteWorkspace = (name: string): Question => ({
  message: text`Delete the workspace ${name}?`,
  detail: block`Open windows stay as they are. The saved layout cannot be recovered. Orders, exits and alerts are not affected.`,
  confirm: 'Delete',
  always: true,
})

export const askToRemove = (profile: string): Question => ({
  message: text`Remove ${profile}?`,
  detail: block`Its access token, wallet key and agent key are deleted from the keychain and cannot be recovered here. Orders and positions stay at the venue.`,
  confirm: 'Remove',
  always: true,
})

export const askToArm = (profile: string, { armMinutes }: Pick<TradingLimits, 'armMinutes'>): Question => ({
  message: text`Arm this window?`,
  detail: block`For ${minutes(armMinutes)} it can send orders to ${profile} that open or add to positions.`,
  confirm: 'Arm',
})

export const askToArmOneClick = (profile: string, market: string, { hotMinutes }: HotMinutes): Question => ({
  message: text`Arm one-click for ${market}?`,
  detail: block`For ${minutes(hotMinutes)} one click in this ladder sends an order to ${profile} without confirmation.`,
  confirm: 'Arm',
})

export const askToArmKeys = (profile: string, mode: KeysMode, { hotMinutes }: HotMinutes): Question => ({
  message: mode === 'at_once' ? text`Arm trading keys that send at once?` : text`Arm the trading keys of this window?`,
  detail:
    mode === 'at_once'
      ? block`For ${minutes(hotMinutes)} one key press sends an order to ${profile} without confirmation.`
      : block`For ${minutes(hotMinutes)} a key previews an order to ${profile}, and Enter sends it.`,
  confirm: 'Arm',
})

type HotMinutes = Pick<TradingLimits, 'hotMinutes'>
const minutes = (count: number): string => counted(count, 'minute', 'minutes')

export const askToResume = (profile: string, { what }: Pick<AutomationPause, 'what'>): Question => ({
  message: text`Resume ${what}?`,
  detail: block`On ${profile}, it paused because its orders filled too fast. It can then open and add to positions again.`,
  confirm: 'Resume',
})

/** Always a dialog: a page could type the deployment's name. */
export const askToLiftKill = (profile: string): Question => ({
  message: text`Resume trading on ${profile}?`,
  detail: block`On ${profile}, orders that open or add to positions: none → as the limits allow. Automated orders stay paused.`,
  confirm: 'Resume',
  always: true,
})

/** Before an order exceeds limits. @param limits the refusal message of each */
export const askToOverride = (profile: string, intent: Intent, limits: readonly string[]): Question => ({
  message: text`Send this order beyond your limit?`,
  detail: block`On ${profile}, once:\n${intentLines(intent)}\n\n${limits}\n\nIt is sent within 60 s or not at all. The limit stays unchanged, and all other limits still apply.`,
  confirm: 'Send anyway',
  always: true,
})

/** Before a parent order starts: its children are sent without further clicks. */
export const askToBeginAlgo = (profile: string, { terms, side, asset }: AlgoOrder): Question => {
  const automatic = 'Sent one after the other while Isotherm is running.'
  if (terms.kind === 'scale') {
    const total = sumOfOrders(terms.orders)?.total ?? ''
    const orders = counted(terms.orders.length, 'limit order', 'limit orders')
    return {
      message: text`Start scale in ${asset}?`,
      detail: block`On ${profile}: ${side} ${total} in ${orders}. ${automatic}`,
      confirm: 'Start',
    }
  }
  const slices = counted(terms.slices, 'slice', 'slices')
  return {
    message: text`Start slices in ${asset}?`,
    detail: block`On ${profile}: ${side} ${terms.total} in ${slices} at ${priceLabel(terms.worst)} or better. ${automatic}`,
    confirm: 'Start',
  }
}

export const askToGoOnWithAlgo = (
  profile: string,
  one: Pick<AlgoView, 'terms' | 'asset' | 'resumesWith' | 'side'>,
): Question => {
  const { terms, asset, resumesWith, side } = one
  const orders = resumesWith?.map(({ price, size }) => `${side} ${trimZeros(size)} @ ${priceLabel(price)}`) ?? []
  return {
    message: terms.kind === 'scale' ? text`Resume the scale in ${asset}?` : text`Resume the slices in ${asset}?`,
    detail:
      orders.length === 0
        ? block`On ${profile}: it sends orders automatically again.`
        : block`On ${profile}, it automatically places:\n${orders}`,
    confirm: 'Resume',
  }
}

export const askToForget = (profile: string, asset: string, number: number): Question => ({
  message: text`Forget the learned number of ${asset}?`,
  detail: block`On ${profile}, number ${number} for ${asset}: known → you confirm the next number the venue reports.`,
  confirm: 'Forget',
})

const ROWS: { readonly [L in ListName]: string } = { positions: 'Position', orders: 'Open order', fills: 'Fill' }

/** Before an unreadable row stops blocking orders; where it has no value to count at, states that it keeps blocking them. */
export function askToAcknowledge(profile: string, row: UnreadableRow): Question {
  const { list, asset, text: shown, reason } = row
  const what = [`On ${profile}:`, asset === null ? ROWS[list] : `${ROWS[list]} in ${asset}`, shown, reason]
  if (!canCount(row)) {
    const missing =
      asset === null
        ? 'Its market is unreadable, so it cannot count toward your limits.'
        : 'None of its values are readable, so it cannot count toward your limits.'
    return {
      message: text`This row cannot be acknowledged`,
      detail: block`${what}\n\n${missing} Orders that add exposure are blocked until it can be read.`,
      confirm: 'OK',
      always: true,
    }
  }
  return {
    message: text`Acknowledge this row?`,
    detail: block`${what}\n\nOrders that add exposure: blocked → as the limits allow, except in ${row.asset}. The row counts toward max loss at ${grouped(toPlaces(row.worth, 2, 'up'))} USDC, its largest readable value. A changed row or a restart asks again.`,
    confirm: 'Acknowledge',
    always: true,
  }
}

export const askToExpectOtherClient = (profile: string): Question => ({
  message: text`Allow another client on this wallet?`,
  detail: block`On ${profile}, orders and fills from other clients: notice with a sound → marked only.`,
  confirm: 'Allow',
})

/** Null when another estimate, or none, awaits confirmation. */
export function askAboutEstimate(action: ActionRecord | null, estimateId: string): Question | null {
  const estimate = action?.estimate ?? null
  if (action === null || estimate === null || estimate.id !== estimateId) return null
  const unverified = /^not verified/i.test(action.message ?? '') ? ['', action.message ?? ''] : []
  return {
    message: text`Confirm this prediction?`,
    detail: block`${intentLines(action.intent)}\n\nThe venue's estimate\n${[...estimateLines(action.intent, estimate), ...unverified]}`,
    confirm: 'Confirm',
  }
}

/** Null when there is no such action. */
export function askAboutUnverified(action: ActionRecord | null): Question | null {
  if (action === null) return null
  return {
    message: text`Confirm an unverified action?`,
    detail: block`${intentLines(action.intent)}\n\n${action.message ?? 'The venue sent too little to verify what would be signed.'}`,
    confirm: 'Confirm',
    always: true,
  }
}
