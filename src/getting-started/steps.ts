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

const WAIT_FOR_ADDRESS = 'Comes once this window is on a deployment of your own.'
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
  if (isDone)
    return { id: 'practice', title, is: 'done', text: 'An order of yours was taken on the practice venue.', way: null }
  return {
    ...{ id: 'practice', title, is: 'open' },
    text: 'Send an order on the practice venue: everything works as elsewhere, and nothing is lost.',
    way: isHere ? TICKET : { command: 'deployment/switch', text: 'Choose the practice venue' },
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
      text: 'Type the address of the venue: it is looked at and shown before anything is saved.',
      way: { command: 'deployment/connect', text: 'Connect…' },
    }
  }
  const names = others.map(({ name }) => name).join(', ')
  return {
    ...base,
    is: 'open',
    text: `Added: ${names}. Choose one for this window, or for another one.`,
    way: { command: 'deployment/switch', text: 'Show deployments' },
  }
}

function token({ identity, identityError, token: held }: SessionView): Looked {
  const base = { id: 'token', title: TITLES.token } as const
  if (identity?.access === 'allowed')
    return { ...base, is: 'done', text: 'The venue knows you, and lets you trade.', way: null }
  if (identity !== null) {
    return {
      ...{ ...base, is: 'open', way: ACCOUNT },
      text: `The venue says of your access: ${identity.accessText}. Ask for it in Account, and come back once it is given.`,
    }
  }
  const message =
    held === null
      ? 'Copy the token that the venue gave you, and import it from the clipboard. It goes into the keychain, and the clipboard is cleared.'
      : `A token is there, and the venue does not take it${identityError === null ? ' yet.' : `: ${identityError}`}`
  return { ...base, is: 'open', text: message, way: ACCOUNT }
}

function wallet({ session, equity }: Facts): Looked {
  const base = { id: 'wallet', title: TITLES.wallet } as const
  const at = session.identity?.wallet ?? null
  if (at === null) return { ...base, is: 'later', text: 'The access token says which wallet is yours.', way: null }
  if (session.walletKey !== null && session.walletKey !== at) {
    return {
      ...{ ...base, is: 'open', way: ACCOUNT },
      text: 'The wallet key that is kept here belongs to another wallet than the token. Import the right one, or forget it.',
    }
  }
  if (equity === null) return unread('wallet')
  if (signOf(equity) > 0) return { ...base, is: 'done', text: 'Your wallet has money on this deployment.', way: null }
  return {
    ...{ ...base, is: 'open', way: ACCOUNT },
    text: 'Nothing is there to trade with. Deposit with the venue: it shows here as soon as it arrived.',
  }
}

function agent({ agent: held, identity }: SessionView): Looked {
  const base = { id: 'agent', title: TITLES.agent } as const
  if (held.state === 'approved') {
    return { ...base, is: 'done', text: 'It signs your orders here, and can never withdraw.', way: null }
  }
  if (identity?.wallet == null)
    return { ...base, is: 'later', text: 'Your own wallet approves it: first the token.', way: null }
  const message =
    held.state === 'approving'
      ? 'It waits for the signature of your own wallet.'
      : held.state === 'failed'
        ? `It was not approved: ${held.reason}`
        : 'Your own wallet lets it sign your orders in this terminal. It can trade, and never withdraw.'
  return { ...base, is: 'open', text: message, way: { command: 'account/agent', text: 'Go to it' } }
}

function limits(own: TradingLimits): Looked {
  const base = { id: 'limits', title: TITLES.limits } as const
  const isOwn = (Object.keys(DEFAULT_LIMITS) as (keyof TradingLimits)[]).some(
    (field) => own[field] !== DEFAULT_LIMITS[field],
  )
  if (isOwn) return { ...base, is: 'done', text: 'You have set your own. Main holds every order to them.', way: null }
  return {
    ...base,
    is: 'open',
    text: 'The usual ones hold, which are wide. Set what one order, one position and one day may cost you.',
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
      text: `${session.profile.name} has taken an order of yours. You are on your way.`,
      way: null,
    }
  }
  if (session.agent.state !== 'approved') return { ...base, is: 'later', text: 'The agent wallet signs it.', way: null }
  if (equity !== null && signOf(equity) <= 0)
    return { ...base, is: 'later', text: 'First the money for it.', way: null }
  return {
    ...{ ...base, is: 'open', way: TICKET },
    text: `${least === null ? 'Type the least size into the ticket' : `Type ${least} into the ticket`}, far from the mark, see it in Open orders, and cancel it.`,
  }
}

const unread = (id: Step['id']): Looked => ({
  ...{ id, title: TITLES[id], is: 'unread', text: 'Not read yet.', way: null },
})

/** `2 of 7 done` */
export const doneText = (steps: readonly Step[]): string =>
  `${steps.filter(({ state }) => state === 'done').length} of ${steps.length} done`
