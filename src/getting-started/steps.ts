/** The steps from a new terminal to a first order with real money, each derived from the current state: nothing is ticked manually. Pure. */

import type { FirstOrders } from '../../contract/activity.ts'
import { type Decimal, signOf } from '../../contract/decimal.ts'
import { DEFAULT_LIMITS, type TradingLimits } from '../../contract/limits.ts'
import type { SessionView } from '../../contract/session.ts'
import { type STEP_STATE_LABELS, TITLES } from './messages.ts'

interface Facts {
  readonly session: SessionView
  readonly limits: TradingLimits
  /** Null while it was not, or could not be, read. */
  readonly orders: FirstOrders | null
  /** Equity of the wallet on this deployment; null while it was not, or could not be, read. */
  readonly equity: Decimal | null
  /** The minimum trade as text (`0.0001 contracts of NYCTMP1`); null while unknown. */
  readonly least: string | null
}

/** `next` is the first open one; `open` can be done as well; `later` waits for another, `unread` for an answer. */
export type StepState = keyof typeof STEP_STATE_LABELS

export interface Step {
  readonly id: keyof typeof TITLES
  readonly title: string
  readonly state: StepState
  /** Its state, or its purpose, in a sentence or two. */
  readonly text: string
  /** Its command, and the label of its button; null where there is nothing to do. */
  readonly way: { readonly command: string; readonly text: string } | null
}

/** A step before the next one is determined. */
interface Looked extends Omit<Step, 'state'> {
  readonly is: 'done' | 'open' | 'later' | 'unread'
}

const WAIT_FOR_ADDRESS = 'Available once this window is on your deployment.'
const ACCOUNT = { command: 'panel/show/account', text: 'Show Account' }
const SWITCH = 'deployment/switch'
const TICKET = { command: 'focus/ticket', text: 'Go to the ticket' }

/** In order. */
export function stepsOf(facts: Facts): readonly Step[] {
  const isLive = facts.session.profile.network !== 'practice'
  const looked = [
    practice(facts),
    address(facts, isLive),
    ...(isLive
      ? [token(facts.session), wallet(facts), agent(facts.session)]
      : [waits('token'), waits('wallet'), waits('agent')]),
    limits(facts.limits),
    isLive ? firstOrder(facts) : waits('order'),
  ]
  const next = looked.find(({ is }) => is === 'open')
  return looked.map(({ is, ...one }) => ({ ...one, state: one.id === next?.id ? 'next' : is }))
}

const step = (id: Step['id'], is: Looked['is'], text: string, way: Step['way'] = null): Looked => ({
  ...{ id, title: TITLES[id], is, text, way },
})

const waits = (id: Step['id']): Looked => step(id, 'later', WAIT_FOR_ADDRESS)
const unread = (id: Step['id']): Looked => step(id, 'unread', 'Not loaded yet.')

function practice({ session, orders }: Facts): Looked {
  const isHere = session.profile.network === 'practice'
  // The trader's own practice venue counts like the embedded one.
  const isDone = orders === null ? null : orders.practice || (isHere && orders.here)
  if (isDone === null) return unread('practice')
  if (isDone) return step('practice', 'done', 'The practice venue accepted your order.')
  const message = 'Send an order on the practice venue. Everything works as on a real venue, with play money.'
  return step('practice', 'open', message, isHere ? TICKET : { command: SWITCH, text: 'Use practice venue' })
}

function address({ session }: Facts, isLive: boolean): Looked {
  if (isLive) return step('address', 'done', `This window is on ${session.profile.name}.`)
  const others = session.profiles.filter(({ network }) => network !== 'practice')
  if (others.length === 0) {
    const message = "Enter the venue's address. Isotherm checks it before saving anything."
    return step('address', 'open', message, { command: 'deployment/connect', text: 'Connect…' })
  }
  const message = `Added: ${others.map(({ name }) => name).join(', ')}. Choose one for this window.`
  return step('address', 'open', message, { command: SWITCH, text: 'Show deployments' })
}

function token({ identity, identityError, token: held }: SessionView): Looked {
  if (identity?.access === 'allowed') return step('token', 'done', 'The venue lets you trade.')
  if (identity !== null) {
    return step('token', 'open', `Access level: ${identity.accessText}. Request access in Account.`, ACCOUNT)
  }
  const message =
    held === null
      ? 'Copy your token and import it from the clipboard. It is stored in the keychain, and the clipboard is cleared.'
      : identityError === null
        ? 'The venue does not accept your token yet.'
        : `The venue does not accept your token: ${identityError}`
  return step('token', 'open', message, ACCOUNT)
}

function wallet({ session, equity }: Facts): Looked {
  const at = session.identity?.wallet ?? null
  if (at === null) return step('wallet', 'later', 'The access token identifies your wallet.')
  if (session.walletKey !== null && session.walletKey !== at) {
    const message = 'The stored wallet key does not match the token. Import the right one, or forget it.'
    return step('wallet', 'open', message, ACCOUNT)
  }
  if (equity === null) return unread('wallet')
  if (signOf(equity) > 0) return step('wallet', 'done', 'Your wallet is funded on this deployment.')
  return step('wallet', 'open', 'No funds. Deposit at the venue; the balance appears here when it arrives.', ACCOUNT)
}

function agent({ agent: held, identity }: SessionView): Looked {
  if (held.state === 'approved') return step('agent', 'done', 'It signs your orders and can never withdraw.')
  if (identity?.wallet == null) return step('agent', 'later', 'Your wallet approves it. Import the token first.')
  const message =
    held.state === 'approving'
      ? "Waiting for your wallet's signature."
      : held.state === 'failed'
        ? `Not approved: ${held.reason}`
        : 'Your wallet allows the agent to sign orders here. It can trade but never withdraw.'
  return step('agent', 'open', message, { command: 'account/agent', text: 'Open Account' })
}

function limits(own: TradingLimits): Looked {
  const isOwn = (Object.keys(DEFAULT_LIMITS) as (keyof TradingLimits)[]).some(
    (field) => own[field] !== DEFAULT_LIMITS[field],
  )
  if (isOwn) return step('limits', 'done', 'You have set your own limits. Every order is checked against them.')
  const message = 'Defaults apply, and they are loose. Set your max order, position and daily loss.'
  return step('limits', 'open', message, { command: 'limits/change', text: 'Change limits…' })
}

function firstOrder({ session, orders, equity, least }: Facts): Looked {
  if (orders === null) return unread('order')
  if (orders.here) return step('order', 'done', `${session.profile.name} accepted your first order.`)
  if (session.agent.state !== 'approved') return step('order', 'later', 'Approve the agent first.')
  if (equity !== null && signOf(equity) <= 0) return step('order', 'later', 'Fund your wallet first.')
  const enter =
    least === null
      ? 'Enter the minimum size in the ticket, far from the mark.'
      : `Enter ${least} in the ticket, far from the mark.`
  return step('order', 'open', `${enter} Find it in Open orders and cancel it.`, TICKET)
}

/** `2 of 7 done` */
export const doneText = (steps: readonly Step[]): string =>
  `${steps.filter(({ state }) => state === 'done').length} of ${steps.length} done`
