/** Messages about damage: a file that was set aside, and records of work under way. */
import type { Notice } from '../../contract/session.ts'
import type { PastTable, UnreadablePast } from './unreadable-past.ts'
import { type UnreadableRow, WORK_TABLES, type WorkTable } from './unreadable-rows.ts'
import type { SetAside } from './whole-file.ts'

interface Words extends Pick<Notice, 'level'> {
  readonly title: string
  readonly detail: string
}

const HELD = 'Set stops, exits, algo orders and alerts again. Check your open orders and positions first.'

/** Losing the journal loses the automated orders, which is an error; other files are only missed. */
export function setAsideText({ what, movedTo, reason, restoredFrom, schema }: SetAside): Words {
  if (schema !== undefined) {
    return {
      level: 'warning',
      title: `${what} from another version`,
      detail: `${reason}. It was kept as ${movedTo} and a new one was started. ${HELD}`,
    }
  }
  const title = `The ${what} file was damaged`
  const found = `It was set aside as ${movedTo}. ${reason.replace(/\.$/, '')}`
  if (what !== 'journal') return { level: 'warning', title, detail: found }
  const past =
    restoredFrom === undefined
      ? `No usable backup, so a new one was started. ${HELD}`
      : `It was restored from ${restoredFrom}. Set stops, exits and algo orders again; alerts are those of that time.`
  return { level: 'error', title, detail: `${found}. ${past}` }
}

interface WorkText {
  /** Name of one record, and of several. */
  readonly name: string
  readonly names: string
  /** What it means, and the remedy: for one, and for several. */
  readonly one: string
  readonly many: string
}

const WORK: Readonly<Record<WorkTable, WorkText>> = {
  conditionals: {
    name: 'an exit',
    names: 'exits',
    one: 'It is not watched. Check the position and set it again.',
    many: 'They are not watched. Check the positions and set them again.',
  },
  actions: {
    name: 'an action',
    names: 'actions',
    one: 'It was in progress and its result is unknown. Check open orders and positions before you send it again.',
    many: 'They were in progress and their results are unknown. Check open orders and positions before you send them again.',
  },
  algos: {
    name: 'a scale or slices',
    names: 'algo orders',
    one: 'It sends nothing more, but its orders may still rest. Check open orders, then restart it if needed.',
    many: 'They send nothing more, but their orders may still rest. Check open orders, then restart them if needed.',
  },
  moves: {
    name: 'the move of an order',
    names: 'moves of orders',
    one: 'The order may be canceled but not replaced. Check open orders.',
    many: 'The orders may be canceled but not replaced. Check open orders.',
  },
  reversals: {
    name: 'a reversal',
    names: 'reversals',
    one: 'The position may be closed but not reversed. Check the position.',
    many: 'The positions may be closed but not reversed. Check the positions.',
  },
  flattens: {
    name: 'a flatten',
    names: 'flattens',
    one: 'It was interrupted. Check open orders and positions, and flatten again if anything is left.',
    many: 'They were interrupted. Check open orders and positions, and flatten again if anything is left.',
  },
  alerts: {
    name: 'an alert',
    names: 'alerts',
    one: 'It is not watched. Set it again.',
    many: 'They are not watched. Set them again.',
  },
  held: {
    name: 'the record of a position',
    names: 'records of positions',
    one: 'It is read again from the account. If the position has closed, orders that expired with it are not counted.',
    many: 'They are read again from the account. Orders that expired with closed positions are not counted.',
  },
}

interface PastText {
  /** Name of one record, and of several. */
  readonly name: string
  readonly names: string
  /** What continues without it. */
  readonly without: string
}
const ABSENT = 'It is missing from tables, sums and exports here; the venue still has it.'

const PAST: Readonly<Record<PastTable, PastText>> = {
  fills: { name: 'a fill', names: 'fills', without: ABSENT },
  orders: { name: 'a past order', names: 'past orders', without: ABSENT },
  endings: { name: 'a position close', names: 'position closes', without: ABSENT },
  conversions: { name: 'a conversion', names: 'conversions', without: ABSENT },
  conversions_not_booked: { name: 'a conversion', names: 'conversions', without: ABSENT },
  computed_settlements: { name: 'a computed settlement', names: 'computed settlements', without: ABSENT },
  trades: { name: 'a trade', names: 'trades', without: 'It is recomputed from its fills.' },
  book_days: { name: 'a day of the P&L', names: 'days of the P&L', without: 'It is recomputed from its fills.' },
  ledgers: {
    name: 'the ledger of a wallet',
    names: 'ledgers of wallets',
    without: 'It restarts from the current account.',
  },
  unbooked: {
    name: 'an equity entry',
    names: 'equity entries',
    without: 'Equity may show a balance change.',
  },
  closed_positions: {
    name: 'a closed position',
    names: 'closed positions',
    without: 'Its close is not reported.',
  },
  equity_samples: {
    name: 'an equity value',
    names: 'equity values',
    without: 'The curve continues without it.',
  },
  balance_changes: { name: 'a balance change', names: 'balance changes', without: 'It is missing from equity.' },
  outcome_markets: {
    name: 'an outcome market',
    names: 'outcome markets',
    without: 'It is read again while the venue lists it.',
  },
}

/** Messages about unreadable records of the past: for each deployment one for each kind. */
export function unreadablePastText(rows: readonly UnreadablePast[]): readonly (Words & { readonly profile: string })[] {
  const kinds = new Map<string, readonly UnreadablePast[]>()
  for (const row of rows) {
    const key = `${row.profile}/${row.table}`
    kinds.set(key, [...(kinds.get(key) ?? []), row])
  }
  return [...kinds.values()].flatMap((several) => {
    const [first] = several
    if (first === undefined) return []
    const { name, names, without } = PAST[first.table]
    const asset = ASSET.exec(first.body)?.[1]
    const one = asset === undefined ? name : `${name} on ${asset}`
    const title = `${several.length === 1 ? capital(one) : `${several.length} ${names}`} cannot be read`
    const detail = `Damaged in the journal and set aside there. ${without}`
    return [{ level: 'error' as const, profile: first.profile, title, detail }]
  })
}

/** Names that a damaged body may still contain. */
const KINDS: Readonly<Partial<Record<WorkTable, readonly (readonly [text: string, name: string])[]>>> = {
  conditionals: [
    ['"kind":"stop"', 'a stop'],
    ['"kind":"take_profit"', 'a take-profit'],
    ['"kind":"time"', 'a time exit'],
  ],
  actions: [
    ['"intent":{"kind":"place"', 'an order'],
    ['"intent":{"kind":"outcome_order"', 'an order'],
    ['"intent":{"kind":"close"', 'a close'],
    ['"intent":{"kind":"cancel"', 'a cancel'],
  ],
  algos: [
    ['"kind":"scale"', 'a scale'],
    ['"kind":"slices"', 'slices'],
  ],
}
const ASSET = /"asset":"([\w#./-]{1,40})"/
/** Number of records of one kind that are named individually. */
const MAX_NAMED = 5

/** `a stop on NYCTMP1`, where its body still shows that. */
function nameOf({ table, id, body }: UnreadableRow): string {
  const [found, ...others] = (KINDS[table] ?? []).filter(([text]) => body.includes(text))
  const isPosition = table === 'held'
  const asset = isPosition ? id.slice(id.lastIndexOf('/') + 1) : ASSET.exec(body)?.[1]
  // With two kinds in one body, its own cannot be determined.
  const name = found === undefined || others.length > 0 ? WORK[table].name : found[1]
  return asset === undefined ? name : `${name} on ${asset}`
}

/** Messages about unreadable records: for each deployment one for each kind of work. */
export function unreadableText(rows: readonly UnreadableRow[]): readonly (Words & { readonly profile: string })[] {
  const profiles = [...new Set(rows.map(({ profile }) => profile))]
  return profiles.flatMap((profile) =>
    WORK_TABLES.flatMap((table) => {
      const names = rows.filter((row) => row.profile === profile && row.table === table).map(nameOf)
      const [first] = names
      if (first === undefined) return []
      const { one, many } = WORK[table]
      if (names.length === 1) {
        const detail = `Its record in the journal is damaged. ${one}`
        return [{ level: 'error' as const, profile, title: `${capital(first)} cannot be read`, detail }]
      }
      const more = names.length > MAX_NAMED ? `, and ${names.length - MAX_NAMED} more` : ''
      const list = `${names.slice(0, MAX_NAMED).join(', ')}${more}`
      const title = `${names.length} ${WORK[table].names} cannot be read`
      return [{ level: 'error' as const, profile, title, detail: `${capital(list)}: damaged in the journal. ${many}` }]
    }),
  )
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
