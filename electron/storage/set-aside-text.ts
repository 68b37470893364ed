/** Messages about damage: a file that was set aside, and records of work under way. */
import { listed } from '../../contract/plural.ts'
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
      title: `The ${what} file is from another version`,
      detail: `${reason} It was kept as ${movedTo} and a new one was started. ${HELD}`,
    }
  }
  const title = `The ${what} file was damaged`
  const found = `It was set aside as ${movedTo}. ${reason}`
  if (what !== 'journal') return { level: 'warning', title, detail: found }
  const past =
    restoredFrom === undefined
      ? `No usable backup, so a new one was started. ${HELD}`
      : `It was restored from ${restoredFrom}. Set stops, exits and algo orders again; alerts are as they were in that backup.`
  return { level: 'error', title, detail: `${found} ${past}` }
}

/** A kind of record that cannot be read. */
interface KindText {
  /** Its name in a list. */
  readonly name: string
  /** The title for one, and for several. */
  readonly one: string
  readonly many: (count: number) => string
}

const kind = (name: string, one: string, many: string): KindText => ({ name, one, many: (count) => `${count} ${many}` })

interface WorkText extends KindText {
  /** What it means, and the remedy: for one, and for several. */
  readonly remedy: string
  readonly remedies: string
}

const WORK: Readonly<Record<WorkTable, WorkText>> = {
  conditionals: {
    ...kind('Exit', 'An exit cannot be read', 'exits cannot be read'),
    remedy: 'It is not watched. Check the position and set it again.',
    remedies: 'They are not watched. Check the positions and set them again.',
  },
  actions: {
    ...kind('Action', 'An action cannot be read', 'actions cannot be read'),
    remedy: 'It was in progress and its result is unknown. Check open orders and positions before you send it again.',
    remedies:
      'They were in progress and their results are unknown. Check open orders and positions before you send them again.',
  },
  algos: {
    ...kind('Algo order', 'An algo order cannot be read', 'algo orders cannot be read'),
    remedy: 'It sends nothing more, but its orders may still rest. Check open orders, then restart it if needed.',
    remedies:
      'They send nothing more, but their orders may still rest. Check open orders, then restart them if needed.',
  },
  moves: {
    ...kind('Move', 'The move of an order cannot be read', 'moves of orders cannot be read'),
    remedy: 'The order may be canceled but not replaced. Check open orders.',
    remedies: 'The orders may be canceled but not replaced. Check open orders.',
  },
  reversals: {
    ...kind('Reversal', 'A reversal cannot be read', 'reversals cannot be read'),
    remedy: 'The position may be closed but not reversed. Check the position.',
    remedies: 'The positions may be closed but not reversed. Check the positions.',
  },
  flattens: {
    ...kind('Flatten', 'A flatten cannot be read', 'flattens cannot be read'),
    remedy: 'It was interrupted. Check open orders and positions, and flatten again if anything is left.',
    remedies: 'They were interrupted. Check open orders and positions, and flatten again if anything is left.',
  },
  alerts: {
    ...kind('Alert', 'An alert cannot be read', 'alerts cannot be read'),
    remedy: 'It is not watched. Set it again.',
    remedies: 'They are not watched. Set them again.',
  },
  held: {
    ...kind('Position', 'The record of a position cannot be read', 'records of positions cannot be read'),
    remedy:
      'It is read again from the account. If the position has closed, orders that expired with it are not counted.',
    remedies: 'They are read again from the account. Orders that expired with closed positions are not counted.',
  },
}

interface PastText extends Omit<KindText, 'name'> {
  /** What continues without it. */
  readonly without: string
}
const ABSENT = 'It is missing from tables, sums and exports here; the venue still has it.'
const RECOMPUTED = 'It is recomputed from its fills.'
const past = (one: string, many: string, without = ABSENT): PastText => ({ ...kind('', one, many), without })

const CONVERSION = past('A conversion cannot be read', 'conversions cannot be read')
const PAST: Readonly<Record<PastTable, PastText>> = {
  fills: past('A fill cannot be read', 'fills cannot be read'),
  orders: past('A past order cannot be read', 'past orders cannot be read'),
  endings: past('A position close cannot be read', 'position closes cannot be read'),
  conversions: CONVERSION,
  conversions_not_booked: CONVERSION,
  computed_settlements: past('A computed settlement cannot be read', 'computed settlements cannot be read'),
  trades: past('A trade cannot be read', 'trades cannot be read', RECOMPUTED),
  book_days: past('A day of the P&L cannot be read', 'days of the P&L cannot be read', RECOMPUTED),
  ledgers: past(
    'The ledger of a wallet cannot be read',
    'ledgers of wallets cannot be read',
    'It restarts from the current account.',
  ),
  unbooked: past(
    'An equity entry cannot be read',
    'equity entries cannot be read',
    'Equity may show a balance change.',
  ),
  closed_positions: past(
    'A closed position cannot be read',
    'closed positions cannot be read',
    'Its close is not reported.',
  ),
  equity_samples: past(
    'An equity value cannot be read',
    'equity values cannot be read',
    'The curve continues without it.',
  ),
  balance_changes: past(
    'A balance change cannot be read',
    'balance changes cannot be read',
    'It is missing from equity.',
  ),
  outcome_markets: past(
    'An outcome market cannot be read',
    'outcome markets cannot be read',
    'It is read again while the venue lists it.',
  ),
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
    const { one, many, without } = PAST[first.table]
    const title = several.length === 1 ? onAsset(one, ASSET.exec(first.body)?.[1]) : many(several.length)
    const detail = `Damaged in the journal and set aside there. ${without}`
    return [{ level: 'error' as const, profile: first.profile, title, detail }]
  })
}

/** Kinds that a damaged body may still contain. */
const KINDS: Readonly<Partial<Record<WorkTable, readonly (readonly [text: string, found: Omit<KindText, 'many'>])[]>>> =
  {
    conditionals: [
      ['"kind":"stop"', { name: 'Stop', one: 'A stop cannot be read' }],
      ['"kind":"take_profit"', { name: 'Take-profit', one: 'A take-profit cannot be read' }],
      ['"kind":"time"', { name: 'Time exit', one: 'A time exit cannot be read' }],
    ],
    actions: [
      ['"intent":{"kind":"place"', { name: 'Order', one: 'An order cannot be read' }],
      ['"intent":{"kind":"outcome_order"', { name: 'Order', one: 'An order cannot be read' }],
      ['"intent":{"kind":"close"', { name: 'Close', one: 'A close cannot be read' }],
      ['"intent":{"kind":"cancel"', { name: 'Cancel', one: 'A cancel cannot be read' }],
    ],
    algos: [
      ['"kind":"scale"', { name: 'Scale', one: 'A scale cannot be read' }],
      ['"kind":"slices"', { name: 'Slices', one: 'Slices cannot be read' }],
    ],
  }
const ASSET = /"asset":"([\w#./-]{1,40})"/
/** Number of records of one kind that are named individually. */
const MAX_NAMED = 5

/** `A stop cannot be read: NYCTMP1`, where its body still shows the market. */
const onAsset = (text: string, asset: string | undefined): string => (asset === undefined ? text : `${text}: ${asset}`)

/** Its kind, and its market where its body still shows that. */
function textsOf({ table, id, body }: UnreadableRow): { readonly label: string; readonly title: string } {
  const [found, ...others] = (KINDS[table] ?? []).filter(([text]) => body.includes(text))
  const asset = table === 'held' ? id.slice(id.lastIndexOf('/') + 1) : ASSET.exec(body)?.[1]
  // With two kinds in one body, its own cannot be determined.
  const { name, one } = found === undefined || others.length > 0 ? WORK[table] : found[1]
  return { label: asset === undefined ? name : `${name} ${asset}`, title: onAsset(one, asset) }
}

/** Messages about unreadable records: for each deployment one for each kind of work. */
export function unreadableText(rows: readonly UnreadableRow[]): readonly (Words & { readonly profile: string })[] {
  const profiles = [...new Set(rows.map(({ profile }) => profile))]
  return profiles.flatMap((profile) =>
    WORK_TABLES.flatMap((table) => {
      const several = rows.filter((row) => row.profile === profile && row.table === table).map(textsOf)
      const [first] = several
      if (first === undefined) return []
      const { many, remedy, remedies } = WORK[table]
      if (several.length === 1) {
        const detail = `Its record in the journal is damaged. ${remedy}`
        return [{ level: 'error' as const, profile, title: first.title, detail }]
      }
      const named = several.slice(0, MAX_NAMED).map(({ label }) => label)
      const more = several.length > MAX_NAMED ? [`${several.length - MAX_NAMED} more`] : []
      const detail = `Damaged in the journal: ${listed([...named, ...more])}. ${remedies}`
      return [{ level: 'error' as const, profile, title: many(several.length), detail }]
    }),
  )
}
