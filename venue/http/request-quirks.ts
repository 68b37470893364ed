/** Effects of quirks on requests and on the answers of reads (venue/README.md#quirks). */
import type { VenueCore } from '../core/index.ts'
import { type AccountInfo, type FillInfo, VenueError } from '../market/index.ts'
import type { OutcomeInfo } from '../outcomes/index.ts'
import { badRequest } from './problem.ts'
import { type HandledRequest, nameOf } from './wire.ts'

type Fields = Readonly<Record<string, unknown>>

/** `Retry-After` of a refused close, seconds. */
const RETRY_AFTER = 14
/** Offset of a wrong `server_time`, ms. */
const TIME_AHEAD = 3 * 3_600_000
/** An unparsable size. */
const UNREADABLE = 'n/a'

const PREPARES = /(\/prepare|\/v1\/(predict|close|agent\/approve)|\/v1\/binary\/(setup|predict|close))$/
/** Fields that are JSON numbers in the published bodies. */
const NUMBERS: Readonly<Record<string, string>> = {
  'POST /v1/binary/predict': 'amount_usdc',
  'POST /v1/binary/close': 'contracts',
}
/** Reads with rows that can be damaged, with the name of the list when it is not the answer itself. */
const ROWS: ReadonlySet<string> = new Set([
  'GET /v1/positions/:address',
  'GET /v1/orders/open/:address',
  'GET /v1/orders/history/:address',
  'GET /v1/outcomes/orders/open/:address',
  'GET /v1/trades/:address',
])
const LISTS = ['positions', 'assetPositions']
/** Fields with the size of a row, in the row or in a nested object. */
const SIZES = ['size', 'sz', 'szi']
const HOLDERS = ['order', 'position']

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads of a service that settles outcome markets in USDC, by route. */
const USDC: Readonly<Record<string, (result: never) => unknown>> = {
  'GET /v1/outcomes/meta': (markets: OutcomeInfo[]) => markets.map((market) => ({ ...market, quoteToken: 'USDC' })),
  'GET /v1/positions/:address': ({ account, ...rest }: AccountInfo) => ({
    ...rest,
    account: { ...account, usdh: null, usdh_outcome: null },
  }),
  'GET /v1/trades/:address': (fills: FillInfo[]) =>
    fills.map((fill) => (fill.family === 'outcome' ? { ...fill, fee_token: fill.fee_token ?? 'USDC' } : fill)),
}

/** Applies the quirks of one venue to its requests. */
export class RequestQuirks {
  readonly #core: Pick<VenueCore, 'quirks' | 'bucket' | 'settlements' | 'binary'>

  constructor(core: Pick<VenueCore, 'quirks' | 'bucket' | 'settlements' | 'binary'>) {
    this.#core = core
  }

  /** Whether the request is never answered. */
  hangs({ route, acts }: HandledRequest): boolean {
    return isPrepare(route, acts) && this.#core.quirks.isTheNth('hanging-prepare')
  }

  /**
   * Refuses a request before any effect.
   * @param retryAfter sets the header, s.
   * @throws VenueError
   */
  refuse({ route, acts }: HandledRequest, body: unknown, retryAfter: (seconds: number) => void): void {
    const { quirks } = this.#core
    if (acts || !isFields(body)) return
    const field = NUMBERS[nameOf(route)]
    if (field !== undefined && typeof body[field] === 'string' && quirks.has('strict-types'))
      throw badRequest(`${field}: expected number, received string.`, field)
    if (!isClose(route, body) || !quirks.isAmongFirst('retry-after')) return
    retryAfter(RETRY_AFTER)
    throw new VenueError(503, 'unavailable', `The venue is busy; try again in ${RETRY_AFTER} s.`)
  }

  /** The result of a read under the quirks. */
  alterRead({ route }: HandledRequest, result: unknown): unknown {
    const paid = USDC[nameOf(route)]
    if (paid !== undefined && this.#core.quirks.has('usdc-outcomes')) return paid(result as never)
    if (!isFields(result) || typeof result.server_time !== 'number') return result
    const { quirks } = this.#core
    const name = nameOf(route)
    const answer = quirks.isNth('replica-bucket', name) ? this.#before(name, result) : result
    const { server_time, ...rest } = answer
    if (quirks.has('no-server-time')) return rest
    return quirks.isNth('wrong-server-time', name)
      ? { ...answer, server_time: result.server_time + TIME_AHEAD }
      : answer
  }

  /** A final answer with one unreadable row. */
  damaged({ route }: HandledRequest, answer: unknown): unknown {
    if (!ROWS.has(nameOf(route)) || !this.#core.quirks.has('unreadable-rows')) return answer
    if (Array.isArray(answer)) return withDamage(answer)
    if (!isFields(answer)) return answer
    return Object.fromEntries(
      Object.entries(answer).map(([name, each]) => [
        name,
        LISTS.includes(name) && Array.isArray(each) ? withDamage(each) : each,
      ]),
    )
  }

  /** The answer of a bucket route while the previous bucket was live. */
  #before(name: string, result: Fields): Fields {
    if (name === 'GET /v1/binary/bucket') {
      const [last] = this.#core.binary.settlements(1)
      const { start, end } = result as { start: number; end: number }
      if (last === undefined) return result
      const { asset, midpoint } = last
      return { ...result, asset, midpoint, start: last.end - (end - start), end: last.end, phase: 'TRADING' }
    }
    const [last] = this.#core.settlements(1)
    const { current, next } = this.#core.bucket()
    const live = current ?? next
    if (last === undefined || live === null) return result
    const bucket = { asset: last.asset, start: last.end - (live.end - live.start), end: last.end, phase: 'trading' }
    return { ...result, current: bucket, next: { ...live, phase: 'waiting' } }
  }
}

const isPrepare = ({ method, path }: HandledRequest['route'], acts: boolean): boolean =>
  method === 'POST' && !acts && PREPARES.test(path)

/** Closes, reduce-only orders, and sales of shares. */
function isClose({ method, path }: HandledRequest['route'], body: Fields): boolean {
  if (method !== 'POST') return false
  if (path === '/v1/orders/prepare') return body.reduceOnly === true
  if (path === '/v1/outcomes/orders/prepare') return body.isBuy === false
  return path === '/v1/close' || path === '/v1/binary/close'
}

const withDamage = (rows: readonly unknown[]): unknown[] =>
  rows.map((row, i) => (i === rows.length - 1 && isFields(row) ? damagedRow(row) : row))

function damagedRow(row: Fields): Fields {
  const holder = HOLDERS.find((name) => isFields(row[name]))
  if (holder !== undefined) return { ...row, [holder]: damagedRow(row[holder] as Fields) }
  const size = SIZES.find((name) => name in row)
  return size === undefined ? row : { ...row, [size]: UNREADABLE }
}
