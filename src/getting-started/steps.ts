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
  return looked.map(({ is, ...step }) => ({ ...step, state: step.id === next?.id ? 'next' : is }))
}

const waits = (id: Step['id']): Looked => ({
  ...{ id, title: TITLES[id], is: 'later', text: WAIT_FOR_ADDRESS, way: null },
})

function practice({ session, orders }: Facts): Looked {
  const title = TITLES.practice
  const isHere = session.profile.network === 'practice'
  // The trader's own practice venue counts like the embedded one.
  const isDone = orders === null ? null : orders.practice || (isHere && orders.here)
  if (isDone === null) return unread('practice')
  if (isDone) return { id: 'practice', title, is: 'done', text: 'The practice venue accepted your order.', way: null }
  return {
    ...{ id: 'practice', title, is: 'open' },
    text: 'Send an order on the practice venue. Everything works as on a real venue, with play money.',
    way: isHere ? TICKET : { command: 'deployment/switch', text: 'Use practice venue' },
  }
}

function address({ session }: Facts, isLive: boolean): Looked {
  const title = TITLES.address
  const base = { id: 'address', title } as const
  if (isLive) return { ...base, is: 'done', text: `This window is on ${session.profile.name}.`, way: null }
  const others = session.profiles.filter(({ network }) => network !== 'practice')
  if (others.length === 0) {
    return {
      ...base,
      is: 'open',
      text: "Enter the venue's address. Isotherm checks it before saving anything.",
      way: { command: 'deployment/connect', text: 'Connect…' },
    }
  }
  const names = others.map(({ name }) => name).join(', ')
  return {
    ...base,
    is: 'open',
    text: `Added: ${names}. Choose one for this window.`,
    way: { command: 'deployment/switch', text: 'Show deployments' },
  }
}

function token({ identity, identityError, token: held }: SessionView): Looked {
  const base = { id: 'token', title: TITLES.token } as const
  if (identity?.access === 'allowed') return { ...base, is: 'done', text: 'The venue lets you trade.', way: null }
  if (identity !== null) {
    return {
      ...{ ...base, is: 'open', way: ACCOUNT },
      text: `Access level: ${identity.accessText}. Request access in Account.`,
    }
  }
  const message =
    held === null
      ? 'Copy your token and import it from the clipboard. It is stored in the keychain, and the clipboard is cleared.'
      : identityError === null
        ? 'The venue does not accept your token yet.'
        : `The venue does not accept your token: ${identityError}`
  return { ...base, is: 'open', text: message, way: ACCOUNT }
}

function wallet({ session, equity }: Facts): Looked {
  const base = { id: 'wallet', title: TITLES.wallet } as const
  const at = session.identity?.wallet ?? null
  if (at === null) return { ...base, is: 'later', text: 'The access token identifies your wallet.', way: null }
  if (session.walletKey !== null && session.walletKey !== at) {
    return {
      ...{ ...base, is: 'open', way: ACCOUNT },
      text: 'The stored wallet key does not match the token. Import the right one, or forget it.',
    }
  }
  if (equity === null) return unread('wallet')
  if (signOf(equity) > 0) return { ...base, is: 'done', text: 'Your wallet is funded on this deployment.', way: null }
  return {
    ...{ ...base, is: 'open', way: ACCOUNT },
    text: 'No funds. Deposit at the venue; the balance appears here when it arrives.',
  }
}

function agent({ agent: held, identity }: SessionView): Looked {
  const base = { id: 'agent', title: TITLES.agent } as const
  if (held.state === 'approved') {
    return { ...base, is: 'done', text: 'It signs your orders and can never withdraw.', way: null }
  }
  if (identity?.wallet == null)
    return { ...base, is: 'later', text: 'Your wallet approves it. Import the token first.', way: null }
  const message =
    held.state === 'approving'
      ? "Waiting for your wallet's signature."
      : held.state === 'failed'
        ? `Not approved: ${held.reason}`
        : 'Your wallet allows the agent to sign orders here. It can trade but never withdraw.'
  return { ...base, is: 'open', text: message, way: { command: 'account/agent', text: 'Open Account' } }
}

function limits(own: TradingLimits): Looked {
  const base = { id: 'limits', title: TITLES.limits } as const
  const isOwn = (Object.keys(DEFAULT_LIMITS) as (keyof TradingLimits)[]).some(
    (field) => own[field] !== DEFAULT_LIMITS[field],
  )
  if (isOwn)
    return {
      ...base,
      is: 'done',
      text: 'You have set your own limits. Every order is checked against them.',
      way: null,
    }
  return {
    ...base,
    is: 'open',
    text: 'Defaults apply, and they are loose. Set your max order, position and daily loss.',
    way: { command: 'limits/change', text: 'Change limits…' },
  }
}

function firstOrder({ session, orders, equity, least }: Facts): Looked {
  const base = { id: 'order', title: TITLES.order } as const
  if (orders === null) return unread('order')
  if (orders.here) {
    return {
      ...base,
      is: 'done',
      text: `${session.profile.name} accepted your first order.`,
      way: null,
    }
  }
  if (session.agent.state !== 'approved') return { ...base, is: 'later', text: 'Approve the agent first.', way: null }
  if (equity !== null && signOf(equity) <= 0)
    return { ...base, is: 'later', text: 'Fund your wallet first.', way: null }
  return {
    ...{ ...base, is: 'open', way: TICKET },
    text: [
      least === null
        ? 'Enter the minimum size in the ticket, far from the mark.'
        : `Enter ${least} in the ticket, far from the mark.`,
      'Find it in Open orders and cancel it.',
    ].join(' '),
  }
}

const unread = (id: Step['id']): Looked => ({
  ...{ id, title: TITLES[id], is: 'unread', text: 'Not loaded yet.', way: null },
})

/** `2 of 7 done` */
export const doneText = (steps: readonly Step[]): string =>
  `${steps.filter(({ state }) => state === 'done').length} of ${steps.length} done`
