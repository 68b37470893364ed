/** What requests are made for: how urgent they are, how long they may wait, and who hears that they wait. */

/** Most urgent first (docs/service/limits.md#request-budget). */
export const URGENCIES = ['close', 'cancel', 'order', 'held', 'account', 'market'] as const

/**
 * `close`, `cancel`: they make risk smaller. `order`: everything else that the trader asks for. `held`: what the terminal does by itself,
 * the look-ups of what became of an order first of all. `account`, `market`: reads for the screen.
 */
export type Urgency = (typeof URGENCIES)[number]

/** Requests of one purpose are one piece of work, such as an order with all that it takes. */
export interface Purpose {
  readonly urgency: Urgency
  /** How long all its requests together may wait for the service's limit, ms; absent: each as long as its own time-out. */
  readonly patience?: number
  /** Told when one of its requests begins to wait for the service's limit. */
  readonly onWait?: () => void
}

/** The purpose of requests that are part of no action of their own. */
export const FOR: { readonly [U in Urgency]: Purpose & { readonly urgency: U } } = {
  close: { urgency: 'close' },
  cancel: { urgency: 'cancel' },
  order: { urgency: 'order' },
  held: { urgency: 'held' },
  account: { urgency: 'account' },
  market: { urgency: 'market' },
}

/** The smaller, the more urgent. */
export const rankOf = ({ urgency }: Purpose): number => URGENCIES.indexOf(urgency)

/** What goes out by the part of the limit that is kept for it. */
export const isFirst = ({ urgency }: Purpose): boolean => urgency === 'close' || urgency === 'cancel'
