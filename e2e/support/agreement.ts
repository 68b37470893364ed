/** Checks whether venue and journal agree: the venue is read over HTTP and the journal from its file. */
import { type JournalledAction, readJournal } from './journal.ts'
import type { Trader } from './trader.ts'
import type { TestVenue } from './venue.ts'

interface VenueOrder {
  readonly oid: string
  readonly cloid: string | null
  readonly filled: string
  readonly size: string
  readonly status: string
}
interface VenueAccount {
  readonly positions: readonly { readonly asset: string; readonly size: string; readonly leverage: number }[]
  readonly account: { readonly usdh: string }
}
interface VenueConversion {
  readonly id: string
  readonly kind: string
  readonly amount: string
}

export interface Story {
  readonly orders: readonly VenueOrder[]
  readonly open: ReadonlySet<string>
  readonly account: VenueAccount
  readonly conversions: readonly VenueConversion[]
  readonly actions: readonly JournalledAction[]
}

const ORDER_KINDS = ['place', 'predict', 'close', 'binary_predict', 'outcome_order']
const FINAL_STATES = ['filled', 'cancelled', 'done', 'refused', 'rejected', 'expired', 'resting', 'partly_filled']
const NOTHING_DONE = ['refused', 'rejected', 'expired']
const PAGE = 500
/** Initial USDH of a new practice trader. */
const FIRST_USDH = 1000

export async function readStory(venue: TestVenue, { address, token }: Trader, userDataDir: string): Promise<Story> {
  const scalar = await venue.read<VenueOrder[]>(`/v1/orders/open/${address}`)
  const outcome = await venue.read<VenueOrder[]>(`/v1/outcomes/orders/open/${address}`, token)
  const open = [...scalar, ...outcome]
  const conversions = await venue.read<VenueConversion[]>('/v1/outcomes/conversions/history', token)
  const history = await venue.read<VenueOrder[]>(`/v1/orders/history/${address}?limit=${PAGE}`)
  const account = await venue.read<VenueAccount>(`/v1/positions/${address}`)
  const orders = new Map([...history, ...open].map((order) => [order.oid, order]))
  return {
    orders: [...orders.values()],
    open: new Set(open.map(({ oid }) => oid)),
    account,
    conversions,
    actions: readJournal(userDataDir),
  }
}

/**
 * Actions that are not final. A transfer without an answer stays unknown while other changes of the balances hide whether it was made: the balances
 * must then match one of the two cases.
 */
export const unsettled = ({ actions }: Story): string[] =>
  actions.filter((action) => !FINAL_STATES.includes(action.state) && !isHiddenTransfer(action)).map(describe)

const isHiddenTransfer = ({ intent, state }: JournalledAction): boolean =>
  intent.kind === 'transfer' && state === 'unknown'

/** All differences between the two, described; empty when nothing is lost or duplicated. */
export function disagreements(story: Story): string[] {
  const contradictions = story.actions.flatMap((action) => contradiction(action, story) ?? [])
  return [...unaccounted(story), ...moved(story), ...converted(story), ...contradictions]
}

/** USDH leaves its class only by completed transfers, and possibly by those that stay unknown. */
function moved({ account, actions }: Story): string[] {
  const cents = (amount: string | null | undefined) => Math.round(Number(amount) * 100)
  const transfers = actions.filter(({ intent }) => intent.kind === 'transfer')
  const done = transfers.filter(({ state }) => state === 'done').map(({ intent }) => cents(intent.amount))
  let possible = [done.reduce((left, amount) => left - amount, FIRST_USDH * 100)]
  for (const { intent } of transfers.filter(isHiddenTransfer)) {
    possible = possible.flatMap((left) => [left, left - cents(intent.amount)])
  }
  if (possible.includes(cents(account.account.usdh))) return []
  const texts = possible.map((left) => (left / 100).toFixed(2))
  return [`the venue has ${account.account.usdh} USDH, and by the transfers it would be ${texts.join(' or ')}`]
}

/** Each completed conversion is in the history once, and no others. */
function converted({ conversions, actions }: Story): string[] {
  const text = (kind = '', amount: string | null = '') => `${kind} ${Number(amount).toFixed(2)}`
  const converts = actions.filter(({ intent }) => intent.kind === 'convert')
  const done = converts
    .filter(({ state }) => state === 'done')
    .map(({ intent }) => text(intent.conversion, intent.amount))
    .sort()
  const there = conversions.map(({ kind, amount }) => text(kind, amount)).sort()
  if (done.join() === there.join()) return []
  return [`the venue has the conversions ${there.join(', ')}, and the journal ${converts.map(describe).join('; ')}`]
}

/** Orders without an action, and actions with two orders. */
function unaccounted({ orders, actions }: Story): string[] {
  const found: string[] = []
  const madeBy = new Map<string, string>()
  for (const order of orders) {
    const makers = actions.filter((action) => made(action, order))
    if (makers.length !== 1)
      found.push(`order ${JSON.stringify(order)} was made by ${makers.length} actions of the journal`)
    for (const { id } of makers) {
      if (madeBy.has(id)) found.push(`action ${id} made orders ${madeBy.get(id)} and ${order.oid}`)
      madeBy.set(id, order.oid)
    }
  }
  return found
}

function made({ intent, cloid, oid }: JournalledAction, order: VenueOrder): boolean {
  if (!ORDER_KINDS.includes(intent.kind)) return false
  return order.cloid === null ? oid === order.oid : cloid === order.cloid
}

function contradiction(action: JournalledAction, story: Story): string | null {
  switch (action.intent.kind) {
    case 'place':
    case 'predict':
    case 'close':
    case 'binary_predict':
    case 'outcome_order':
      return orderContradiction(action, story)
    case 'cancel':
      return cancelContradiction(action, story)
    case 'leverage':
      return leverageContradiction(action, story)
    default:
      return null
  }
}

function orderContradiction(action: JournalledAction, { orders, open }: Story): string | null {
  const order = orders.find((candidate) => made(action, candidate))
  const done = !NOTHING_DONE.includes(action.state)
  if (order === undefined) return done ? `${describe(action)}, and the venue has no such order` : null
  const truth = `the venue has order ${order.oid}: ${order.status}, ${order.filled} of ${order.size} filled`
  if (!done && action.state !== 'expired') return `${describe(action)}, and ${truth}`
  if (['resting', 'partly_filled'].includes(action.state) !== open.has(order.oid))
    return `${describe(action)}, and ${truth}`
  const rested = action.filled ?? '0'
  return Number(rested) === Number(order.filled) ? null : `${describe(action)} with ${rested} filled, and ${truth}`
}

function cancelContradiction(action: JournalledAction, { orders, open, actions }: Story): string | null {
  const { oid = '' } = action.intent
  if (action.state === 'done' && open.has(oid)) return `${describe(action)}, and order ${oid} is still open`
  const order = orders.find((candidate) => candidate.oid === oid)
  if (!NOTHING_DONE.includes(action.state) || order?.status !== 'cancelled') return null
  const another = actions.some(
    ({ id, state, intent }) => id !== action.id && intent.kind === 'cancel' && intent.oid === oid && state === 'done',
  )
  return another ? null : `${describe(action)}, and order ${oid} was canceled by nothing else`
}

/** The position has the leverage of the last completed change. */
function leverageContradiction(action: JournalledAction, { account, actions }: Story): string | null {
  const position = account.positions.find(({ asset }) => asset === action.intent.asset)
  if (position === undefined) return null
  const changes = actions.filter(({ intent, state }) => intent.kind === 'leverage' && state === 'done')
  if (changes.at(-1) === action && position.leverage !== action.intent.leverage) {
    return `${describe(action)} to ${action.intent.leverage}×, and the position has ${position.leverage}×`
  }
  const undone = NOTHING_DONE.includes(action.state) && position.leverage === action.intent.leverage
  const asWell = changes.some(({ intent }) => intent.leverage === position.leverage)
  return undone && !asWell ? `${describe(action)}, and the position has ${position.leverage}×` : null
}

const describe = ({ id, intent, steps, message }: JournalledAction): string =>
  `${intent.kind} ${id.slice(0, 8)} (${steps.join(' ')}${message === null ? '' : `; ${message}`})`
