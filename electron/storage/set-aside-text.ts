/** Messages about damage: a file that was set aside, and records of work under way. */
import type { Notice } from '../../contract/session.ts'
import type { PastTable, UnreadablePast } from './unreadable-past.ts'
import { type UnreadableRow, WORK_TABLES, type WorkTable } from './unreadable-rows.ts'
import type { SetAside } from './whole-file.ts'

interface Words extends Pick<Notice, 'level'> {
  readonly title: string
  readonly detail: string
}

const HELD =
  'What was held (stops, exits, algo orders, alerts) must be set again; look at your open orders and positions first.'

/** Losing the journal loses the automated orders, which is an error; other files are only missed. */
export function setAsideText({ what, movedTo, reason, restoredFrom, schema }: SetAside): Words {
  if (schema !== undefined) {
    return {
      level: 'warning',
      title: `The ${what} is of another version of this terminal`,
      detail: `${reason}. It is kept as ${movedTo}, and a new one was begun. ${HELD}`,
    }
  }
  const title = `The ${what} file was damaged`
  const found = `It was set aside as ${movedTo}. ${reason.replace(/\.$/, '')}`
  if (what !== 'journal') return { level: 'warning', title, detail: found }
  const past =
    restoredFrom === undefined
      ? `There is no sound backup, so a new one was begun. ${HELD}`
      : `Its past is that of ${restoredFrom}; what was held (stops, exits, algo orders) must be set again, and alerts are those of that time.`
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
    one: 'It was under way, and whether the venue carried it out is not known here. Check open orders and positions before you send it again.',
    many: 'They were under way, and whether the venue carried them out is not known here. Check open orders and positions before you send them again.',
  },
  algos: {
    name: 'a scale or slices',
    names: 'algo orders',
    one: 'It sends nothing more, and its orders may still rest. Check open orders, then start it again if you want the rest.',
    many: 'They send nothing more, and their orders may still rest. Check open orders, then start them again if you want the rest.',
  },
  moves: {
    name: 'the move of an order',
    names: 'moves of orders',
    one: 'The order may be canceled without the one that was to replace it. Check open orders.',
    many: 'The orders may be canceled without those that were to replace them. Check open orders.',
  },
  reversals: {
    name: 'a reversal',
    names: 'reversals',
    one: 'The position may be closed and the other side not opened. Check the position.',
    many: 'The positions may be closed and the other sides not opened. Check the positions.',
  },
  flattens: {
    name: 'a flatten',
    names: 'flattens',
    one: 'It was cut off. Check open orders and positions, and flatten again if anything is left.',
    many: 'They were cut off. Check open orders and positions, and flatten again if anything is left.',
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
    one: 'It is read again from the account. If the position has ended, orders that lapsed with it are not counted.',
    many: 'They are read again from the account. Of positions that have ended, orders that lapsed are not counted.',
  },
}

interface PastText {
  /** Name of one record, and of several. */
  readonly name: string
  readonly names: string
  /** What continues without it. */
  readonly without: string
}
const ABSENT = 'It is absent from the tables, the sums and the exports of this terminal; the venue still has it.'

const PAST: Readonly<Record<PastTable, PastText>> = {
  fills: { name: 'a fill', names: 'fills', without: ABSENT },
  orders: { name: 'an order of the past', names: 'orders of the past', without: ABSENT },
  endings: { name: 'the end of a position', names: 'ends of positions', without: ABSENT },
  conversions: { name: 'a conversion', names: 'conversions', without: ABSENT },
  conversions_not_booked: { name: 'a conversion', names: 'conversions', without: ABSENT },
  computed_settlements: { name: 'a computed settlement', names: 'computed settlements', without: ABSENT },
  trades: { name: 'a trade', names: 'trades', without: 'It is worked out again from its fills.' },
  book_days: { name: 'a day of the P&L', names: 'days of the P&L', without: 'It is worked out again from its fills.' },
  ledgers: {
    name: 'the ledger of a wallet',
    names: 'ledgers of wallets',
    without: 'It begins again with what the account shows.',
  },
  unbooked: {
    name: 'an entry of the equity',
    names: 'entries of the equity',
    without: 'The equity may show a balance change.',
  },
  closed_positions: {
    name: 'a closed position',
    names: 'closed positions',
    without: 'Its end is not reported.',
  },
  equity_samples: {
    name: 'a value of the equity',
    names: 'values of the equity',
    without: 'The curve goes on without it.',
  },
  balance_changes: { name: 'a balance change', names: 'balance changes', without: 'It is absent from the equity.' },
  outcome_markets: {
    name: 'an outcome market',
    names: 'outcome markets',
    without: 'While the venue lists it, it is read again.',
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
    const detail = `Damaged in the journal, and kept there apart. ${without}`
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
const MOST_NAMED = 5

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
      const more = names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : ''
      const list = `${names.slice(0, MOST_NAMED).join(', ')}${more}`
      const title = `${names.length} ${WORK[table].names} cannot be read`
      return [{ level: 'error' as const, profile, title, detail: `${capital(list)}: damaged in the journal. ${many}` }]
    }),
  )
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
