/** Unexpected payloads of valid types: recorded ones with some of their fields set to zero, negative, absurd, empty or null. */
import { LOOSE, type Payloads } from './loose-fields.ts'

/** A change of one field, with indexed parts. */
export interface Change {
  readonly payload: number
  readonly field: number
  readonly value: number
  /** In the first row of a list, or in every row. */
  readonly rows: 'first' | 'all'
}

/** At most 60 characters: longer decimals are no `Decimal` (`contract/decimal.ts`). */
const DECIMALS = [
  ...['0', '-1', '-0.01', '0.5', `1${'0'.repeat(30)}`, `-1${'0'.repeat(30)}`, '9'.repeat(60)],
  ...[`0.${'1'.repeat(58)}`, `0.${'0'.repeat(57)}1`, `1234567.${'9'.repeat(52)}`],
]
/** For the account, decimals beyond the ninth are truncated when answers are parsed (`electron/service/adapters/stored-decimals.ts`). */
const KEPT = DECIMALS.map((value) => value.replace(/(\.\d{9})\d+$/, '$1'))
const MARKET_KINDS = new Set<string>([
  ...['ticker', 'quote', 'book', 'trades', 'bucket', 'binary', 'outcomes', 'instrument', 'markets', 'settlements'],
])
/** Times that a `Date` can represent: any other is refused when answers are parsed (`Wire.time`). */
const TIMES = [0, -1, 1, 8.64e15, -8.64e15, Date.UTC(1969, 0), Date.UTC(2262, 3), 253_402_300_800_000]
/** Integers: any other number is refused when answers are parsed (`Wire.integer`). Small enough for sums of main's own counts. */
const COUNTS = [0, -1, 1, 7, 200, 2 ** 31, 1e12, -1e12]
/** One line of at most 120 characters without control characters: names are sanitized when answers are parsed (`contract/safe-text.ts`). */
const TEXTS = [
  '',
  'W'.repeat(120),
  'טמפרטורה גבוהה',
  'درجة الحرارة',
  '<img src=x onerror=1>&amp;',
  '🌡️'.repeat(30),
  '0',
  '__proto__',
]
const ASSETS = ['NOSUCH9', '#99999990', '#0', 'constructor', 'W'.repeat(40)]
/** A market's order rules are checked wherever they are parsed (`rulesOf` in `electron/service/adapters/market-rules.ts`). */
const RULES: Readonly<Record<string, List>> = {
  ...{ tick: ['1', '0.5', `0.${'0'.repeat(17)}1`], tickSize: ['1', '0.5', `0.${'0'.repeat(17)}1`] },
  ...{ lot: ['1', `0.${'0'.repeat(17)}1`], sizeDecimals: [0, 2, 18], maxLeverage: [1, 1000] },
}
type List = readonly unknown[]
/**
 * Identifiers of rows. They change in a single row: of markets, sides and questions with equal ones the first wins when answers are parsed
 * (`distinct`), and settlements are stored by their ends (`electron/feed/markets/settlements.ts`).
 */
const ID_KEYS = new Set([
  ...['asset', 'coin', 'key', 'id', 'oid', 'tid', 'outcomeId', 'index', 'time', 'at', 'start', 'end', 'px', 'expiry'],
])
/** Names of deployments and their order are main's own. */
const OWN_PATHS = new Set(['profile.name', 'profiles.name'])
/** Their subject is the topic's own. */
const OF_AN_ASSET = new Set<string>(['ticker', 'trades', 'quote', 'book'])
const renumbered = (row: unknown, turn: number): unknown =>
  turn === 0 || typeof row !== 'object' || row === null
    ? row
    : Object.fromEntries(
        Object.entries(row).map(([key, value]) => {
          if (!ID_KEYS.has(key)) return [key, value]
          return [key, typeof value === 'number' ? value + turn : typeof value === 'string' ? `${value}${turn}` : value]
        }),
      )
const LISTS: readonly ((list: List) => List)[] = [
  () => [],
  (list) => list.slice(0, 1),
  (list) => list.toReversed(),
  (list) =>
    typeof list[0] === 'object'
      ? Array.from({ length: 500 }, (_, at) => renumbered(list[at % list.length], Math.floor(at / list.length)))
      : list,
]

const DECIMAL = /^-?\d+(?:\.\d+)?$/
const ASSET_KEYS = new Set(['asset', 'coin', 'activeAsset', 'decidedBy'])
const TEXT_KEYS = new Set([
  ...['title', 'subtitle', 'name', 'sideName', 'station', 'statusText', 'phaseText', 'kindText', 'text', 'detail'],
  ...['message', 'reason', 'why', 'rules', 'words', 'error', 'trouble', 'note', 'accessText', 'email'],
])
/** Digits that are no amounts, and version numbers. */
const NAMES = new Set(['oid', 'tid', 'id', 'version', 'cloid', 'nonce'])
const FIRST_TIME = 1e11

type Holder = Record<string, unknown>
const MISSING = Symbol('missing')

/** Every path of a payload with its places. */
function placesOf(value: unknown, path = '', places = new Map<string, [Holder, string][]>()) {
  if (typeof value !== 'object' || value === null) return places
  for (const [key, inner] of Object.entries(value)) {
    const at = Array.isArray(value) ? path : path === '' ? key : `${path}.${key}`
    if (!Array.isArray(value)) {
      const known = places.get(at)
      if (known === undefined) places.set(at, [[value as Holder, key]])
      else known.push([value as Holder, key])
    }
    placesOf(inner, at, places)
  }
  return places
}

function valuesFor(kind: string, key: string, value: unknown): readonly unknown[] {
  if (NAMES.has(key)) return []
  if (RULES[key] !== undefined && value !== null) return RULES[key]
  if (Array.isArray(value)) return LISTS.map((change) => change(value))
  if (typeof value === 'number') return Math.abs(value) > FIRST_TIME ? TIMES : COUNTS
  if (typeof value !== 'string') return []
  if (ASSET_KEYS.has(key)) return ASSETS
  if (TEXT_KEYS.has(key)) return TEXTS
  if (!DECIMAL.test(value)) return []
  return MARKET_KINDS.has(kind) ? DECIMALS : KEPT
}

/** A payload after some changes, and the changes, for the failure message. */
export function hostile<T>(
  kind: keyof Payloads,
  payload: T,
  changes: readonly Change[],
): { readonly payload: T; readonly said: readonly string[] } {
  // A list is a field too.
  const whole = structuredClone({ payload }) as Holder
  const loose: readonly string[] = (LOOSE as Partial<Record<string, readonly string[]>>)[kind] ?? []
  const messages: string[] = []
  for (const { field, value: which, rows } of changes) {
    const fields = [...placesOf(whole)].flatMap(([path, places]) => {
      const [first] = places
      if (first === undefined) return []
      const [holder, key] = first
      const own = path.replace(/^payload\.?/, '')
      if (OWN_PATHS.has(own) || (key === 'asset' && OF_AN_ASSET.has(kind))) return []
      const values = [
        ...valuesFor(kind, key, holder[key]),
        ...(loose.includes(own) ? [null] : []),
        ...(loose.includes(`${own}?`) ? [MISSING] : []),
      ]
      return values.length === 0 ? [] : [{ own, key, places, values }]
    })
    const chosen = fields[field % fields.length]
    if (chosen === undefined) continue
    const value = chosen.values[which % chosen.values.length]
    messages.push(`${kind} ${chosen.own} = ${String(JSON.stringify(value)).slice(0, 80)} (${rows})`)
    for (const [holder, key] of rows === 'all' && !ID_KEYS.has(chosen.key)
      ? chosen.places
      : chosen.places.slice(0, 1)) {
      if (value === MISSING) delete holder[key]
      else holder[key] = structuredClone(value)
    }
  }
  return { payload: whole.payload as T, said: messages }
}
