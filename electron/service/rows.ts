/**
 * Lists that are read row by row (docs/service/reading-the-wire.md#rows): an unreadable row is kept beside the others. Callers are refused such a
 * list unless they can use a part of it.
 */
import { absolute, type Decimal, greater, type Money, multiply, ONE, signOf, ZERO } from '../../contract/decimal.ts'
import { isPlain, text } from '../../contract/safe-text.ts'
import type { ListName, UnreadableRow } from '../../contract/unreadable-row.ts'
import { ServiceError } from './errors.ts'
import type { Wire } from './wire.ts'

/** The readable and the unreadable rows of a list. */
export interface ListParts<Row> {
  readonly rows: readonly Row[]
  readonly unreadable: readonly UnreadableRow[]
}

/** A list with unreadable rows. */
export class PartlyUnreadable extends ServiceError {
  readonly parts: ListParts<unknown>

  /** @param field of the first row, where known. */
  constructor(route: string, parts: ListParts<unknown>, field: string | null = null) {
    const [first, ...more] = parts.unreadable
    const others = more.length === 0 ? '' : ` The same problem affects ${more.length} more.`
    const message = text`${first?.reason ?? ''}${others}`
    super({ kind: 'unreadable', route, status: 200, code: 'unreadable_answer', field, message })
    this.parts = parts
  }
}

/** The rows without repeated ids: rows on screen are identified by them. */
export function distinct<Row>(rows: readonly Row[], idOf: (row: Row) => string | number): readonly Row[] {
  const seen = new Set<string | number>()
  return rows.filter((row) => {
    const isNew = !seen.has(idOf(row))
    seen.add(idOf(row))
    return isNew
  })
}

/** Reads the items one by one. */
export function partsOf<Row>(
  items: readonly Wire[],
  list: ListName,
  read: (row: Wire) => Row,
): ListParts<Row> & { readonly field: string | null } {
  const rows: Row[] = []
  let field: string | null = null
  const unreadable: UnreadableRow[] = []
  for (const item of items) {
    const row = item.unheard()
    try {
      rows.push(read(row))
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      field ??= error.field
      const place = placeOf(row)
      const asset = place.at('asset', 'coin')
      unreadable.push({
        list,
        text: item.excerpt(),
        asset: asset.isText && isPlain(asset.said) ? asset.said : null,
        time: timeOf(place.at('time', 'timestamp')),
        reason: error.message,
        ...worthOf(place),
      })
    }
  }
  return { rows, unreadable, field }
}

const SIZES = ['size', 'sz', 'szi', 'contracts', 'shares', 'orig_sz', 'orig_size']
const PRICES = ['price', 'px', 'limit_px', 'entry_px', 'mark_px', 'avg_px', 'average_px']
const VALUES = ['value', 'position_value', 'order_value', 'notional']

/**
 * The largest value that the readable figures of a row can amount to: a named value, the largest size at the largest price, or its margin at its
 * leverage. A price below 1 is a probability, whose other side may be the held one: it counts as 1.
 */
function worthOf(row: Wire): { readonly worth?: Money } {
  const figures = (names: readonly string[]): readonly Decimal[] =>
    names.flatMap((name) => {
      try {
        const found = row.at(name).optional((wire) => wire.decimal<Decimal>())
        return found === null ? [] : [absolute(found)]
      } catch {
        return []
      }
    })
  const times = (some: readonly Decimal[], others: readonly Decimal[]): readonly Decimal[] =>
    some.flatMap((one) => others.map((other) => multiply(one, other)))
  const prices = figures(PRICES).map((price) => greater<Decimal>(price, ONE))
  const margins = times(figures(['margin', 'margin_used']), figures(['leverage']))
  const values = [...figures(VALUES), ...times(figures(SIZES), prices), ...margins]
  const worth = values.reduce((most, value) => greater<Decimal>(most, value), ZERO) as Money
  return signOf(worth) > 0 ? { worth } : {}
}

/** All rows of a list. @throws PartlyUnreadable, with the others in it, where some cannot be read. */
export function completeList<Row>(items: readonly Wire[], list: ListName, read: (row: Wire) => Row): readonly Row[] {
  const parts = partsOf(items, list, read)
  const [first] = items
  if (first === undefined || parts.unreadable.length === 0) return parts.rows
  throw new PartlyUnreadable(first.route, parts, parts.field)
}

/** The readable part of a read. @throws ServiceError where nothing of it can be read. */
export async function inParts<Row>(read: Promise<readonly Row[]>): Promise<ListParts<Row>> {
  try {
    return { rows: await read, unreadable: [] }
  } catch (error) {
    if (error instanceof PartlyUnreadable) return error.parts as ListParts<Row>
    throw error
  }
}

/** The row itself, or the position or order inside it. */
const placeOf = (row: Wire): Wire => [row.at('position'), row.at('order')].find((inner) => inner.isObject) ?? row

function timeOf(time: Wire): UnreadableRow['time'] {
  try {
    return time.optional((wire) => wire.time())
  } catch {
    return null
  }
}
