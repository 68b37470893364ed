/** Shared request schemas, and the conversion of an invalid input into a 400 that names its field. */
import { z } from 'zod'
import { compare, type Decimal, isDecimalText, isMultipleOf, placesOf, trimZeros } from '../../contract/decimal.ts'
import type { VenueCore } from '../core/index.ts'
import { type Account, type OrderKey, VenueError } from '../market/index.ts'
import { badRequest } from './problem.ts'

/** The parsed value. @throws VenueError `bad_request` naming the first invalid field. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = issue?.path.map(String) ?? []
  if (issue?.code === 'unrecognized_keys') path.push(issue.keys[0] ?? '')
  // For a list element, name the list's field.
  const field = path.findLast((part) => !/^\d+$/.test(part)) ?? null
  const reason = issue?.message.replace(/^Invalid input: /, '') ?? 'not valid'
  if (field === null) throw badRequest(`The body is wrong: ${reason}.`)
  const missing = issue?.code === 'invalid_type' && reason.endsWith('received undefined')
  throw badRequest(missing ? `${path.join('.')} is missing.` : `${path.join('.')}: ${reason}.`, field)
}

/** Decimal text, as defined in `contract/decimal.ts`. */
export const decimalText = z.string().refine(isDecimalText, 'must be plain decimal text such as "12.5"')
/** Decimal text above zero. */
export const positiveText = decimalText.refine(
  (text) => !isDecimalText(text) || compare(text, '0' as Decimal) > 0,
  'must be more than 0',
)
/** A wallet address in any case, lowercased. */
export const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex digits')
  .transform((text) => text.toLowerCase() as Account)
/** A client order id in any case, lowercased. */
export const cloid = z
  .string()
  .regex(/^0x[0-9a-fA-F]{32}$/, 'must be 0x and 32 hex digits')
  .transform((text) => text.toLowerCase())
/** A 32-byte hash, lowercased. */
export const hash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')
  .transform((text) => text.toLowerCase() as `0x${string}`)
/** A 65-byte signature. */
export const signature = z
  .string()
  .regex(/^0x[0-9a-fA-F]{130}$/, 'must be 0x and 130 hex digits')
  .transform((text) => text as `0x${string}`)
/** An asset by name or number. */
export const asset = z.union([z.string(), z.int()], 'must be an asset name or number')
/** Positive decimal text, or a positive JSON number converted to text. */
export const amount = z.union([z.string(), z.number().transform(String)], 'must be a plain decimal').pipe(positiveText)
/** Percent, 0 to 100. */
export const slippagePct = z.number().min(0, 'must be from 0 to 100').max(100, 'must be from 0 to 100')
export const safeInteger = z.int().min(0, 'must be a whole number, 0 or more')
/** The service's id of an order, as text. */
export const orderId = z.union([z.string().regex(/^\d{1,15}$/, 'must be an order id'), safeInteger.transform(String)])

/** The only one of the two. @throws VenueError `oid_xor_cloid` */
export function oneOf(oid: string | null, cloid: string | null): OrderKey {
  if (oid !== null && cloid === null) return { oid }
  if (cloid !== null && oid === null) return { cloid }
  throw new VenueError(400, 'oid_xor_cloid', 'Give exactly one of oid and cloid.', oid === null ? 'oid' : 'cloid')
}

/** Plain decimal text of a JSON number. @throws VenueError for one too small to write plainly. */
export function numberText(value: number, field: string): string {
  const text = String(value)
  if (!isDecimalText(text)) throw badRequest(`${field}: must be a plain decimal number.`, field)
  return text
}

/** The market of a name or number. @throws VenueError 404. */
export function marketOf(core: VenueCore, asset: string | number) {
  const market = core.markets().find((each) => each.asset === asset || each.asset_id === asset)
  if (market === undefined)
    throw new VenueError(404, 'unknown_asset', `There is no scalar asset ${JSON.stringify(asset)}.`, 'asset')
  return market
}

/** The binary market of a name or number, or undefined. */
export const findBinary = ({ binary }: VenueCore, asset: string | number) =>
  binary.markets().find((each) => each.asset === asset || each.asset_id === asset)

/** The binary market of a name or number. @throws VenueError 404. */
export function binaryOf(core: VenueCore, asset: string | number) {
  const market = findBinary(core, asset)
  if (market === undefined)
    throw new VenueError(404, 'unknown_asset', `There is no binary asset ${JSON.stringify(asset)}.`, 'asset')
  return market
}

/** Checks a size against the market's decimals. @throws VenueError naming `field`. */
export function checkSize({ sz_decimals }: { sz_decimals: number }, size: string, field: string): void {
  if (placesOf(trimZeros(size as Decimal)) > sz_decimals)
    throw badRequest(`${field}: at most ${sz_decimals} decimals in this market.`, field)
}

/** Checks a requested leverage against that of the binary market. @throws VenueError 409 `leverage_must_be_2`. */
export function checkLeverage({ asset, leverage }: { asset: string; leverage: number }, request: unknown): void {
  if (request !== leverage)
    throw new VenueError(409, 'leverage_must_be_2', `${asset} trades at leverage 2 exactly.`, 'leverage')
}

/** Checks a price against the market's tick. @throws VenueError naming `field`. */
export function checkPrice({ tick_size }: { tick_size: string }, price: string, field: string): void {
  if (!isMultipleOf(price as Decimal, tick_size as Decimal))
    throw badRequest(`${field}: must be a multiple of the tick ${tick_size}.`, field)
}
