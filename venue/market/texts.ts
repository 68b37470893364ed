/** Exact conversion between the venue's integers and decimal text, and the refusals of invalid text. */
import { type Decimal, fromUnits, parseDecimal, toUnits } from '../../contract/decimal.ts'
import { HIGHEST_PRICE } from '../engine.ts'
import {
  CERTAIN,
  MONEY_DECIMALS,
  PRICE_DECIMALS,
  PROBABILITY_DECIMALS,
  SHARE_DECIMALS,
  SIZE_DECIMALS,
} from '../ledger/index.ts'
import { type Amount, VenueError } from './types.ts'

/** Averages (entry prices, average fill prices) have more places than a tick. */
const AVERAGE_DECIMALS = 4
/** Maximum order size: a million contracts. */
const MAX_LOTS = 10_000_000_000
/** Maximum order size: a million shares. */
const MAX_SHARE_LOTS = 100_000_000

/** 56812 → `568.12` */
export const priceText = (ticks: number): Amount => fixed(ticks, PRICE_DECIMALS, 100)
/** 125000 → `12.5000` */
export const sizeText = (lots: number): Amount => fixed(lots, SIZE_DECIMALS, 10_000)
/** 1500000n → `1.500000` */
export const moneyText = (micros: bigint): Amount => fromUnits(micros, MONEY_DECIMALS)

/** 527 → `0.527` */
export const probabilityText = (ticks: number): Amount => fixed(ticks, PROBABILITY_DECIMALS, CERTAIN)
/** 1250 → `12.50` */
export const sharesText = (lots: number): Amount => fixed(lots, SHARE_DECIMALS, 100)

function fixed(units: number, places: number, scale: number): Amount {
  const positive = Math.abs(units)
  const fraction = positive % scale
  return `${units < 0 ? '-' : ''}${(positive - fraction) / scale}.${String(fraction).padStart(places, '0')}`
}

/** Average price of a value over lots, rounded half up to 4 places; null for zero lots. Both may be negative (a short). */
export function averageText(value: bigint, lots: number): Amount | null {
  if (lots === 0) return null
  const size = BigInt(Math.abs(lots))
  const positive = value < 0n ? -value : value
  const scaled = positive * 10n ** BigInt(AVERAGE_DECIMALS - PRICE_DECIMALS)
  return fromUnits((2n * scaled + size) / (2n * size), AVERAGE_DECIMALS)
}

/** Average probability of a value (micro-units) over lots of 0.01, rounded half up to 4 places; null for zero lots. */
export function averageProbabilityText(value: bigint, lots: number): Amount | null {
  if (lots === 0) return null
  const size = BigInt(Math.abs(lots))
  const positive = value < 0n ? -value : value
  return fromUnits((2n * positive + size) / (2n * size), AVERAGE_DECIMALS)
}

const bad = (field: string, detail: string): VenueError => new VenueError(400, 'bad_request', detail, field)

function positiveDecimal(text: string, field: string, name: string): Decimal {
  const value = typeof text === 'string' ? parseDecimal(text) : null
  if (value === null) throw bad(field, `${name} must be a plain decimal; ${JSON.stringify(text)?.slice(0, 60)} is not.`)
  if (value.startsWith('-') || /^[0.]*$/.test(value))
    throw bad(field, `${name} must be greater than 0; ${value} is not.`)
  return value
}

/** The value in units of the last of `places` decimals. @throws VenueError `bad_request` with `detail` when it has more. */
function unitsOf(value: Decimal, places: number, field: string, detail: string): bigint {
  try {
    return toUnits(value, places)
  } catch {
    throw bad(field, detail)
  }
}

/** A price in ticks. @throws VenueError `bad_request` unless it is a positive price on the tick up to 1000. */
export function readPrice(text: string): number {
  const value = positiveDecimal(text, 'price', 'Price')
  const ticks = unitsOf(value, PRICE_DECIMALS, 'price', `Price must be a multiple of 0.01; ${value} is not.`)
  if (ticks > BigInt(HIGHEST_PRICE))
    throw bad('price', `Price must be at most ${priceText(HIGHEST_PRICE)}; ${value} is more.`)
  return Number(ticks)
}

/** A size in lots. @throws VenueError `bad_request` unless it is a positive size of at most 4 decimals up to a million. */
export function readSize(text: string): number {
  const value = positiveDecimal(text, 'size', 'Size')
  const lots = unitsOf(value, SIZE_DECIMALS, 'size', `Size takes at most ${SIZE_DECIMALS} decimals; ${value} has more.`)
  if (lots > BigInt(MAX_LOTS)) throw bad('size', `Size must be at most ${sizeText(MAX_LOTS)}; ${value} is more.`)
  return Number(lots)
}

/** An amount of money, 0 or more, in micro units. @throws VenueError `bad_request`. */
export function readMoney(text: string, field: string): bigint {
  const value = typeof text === 'string' ? parseDecimal(text) : null
  if (value === null || value.startsWith('-')) throw bad(field, `${field} must be an amount of 0 or more.`)
  return unitsOf(value, MONEY_DECIMALS, field, `${field} takes at most ${MONEY_DECIMALS} decimals; ${value} has more.`)
}

/** A slippage bound in millionths: `0.5` percent → 5000. @throws VenueError `bad_request` outside 0 to 50 %. */
export function readSlippage(text: string): number {
  const value = typeof text === 'string' ? parseDecimal(text) : null
  if (value === null) throw bad('slippage_pct', 'Slippage must be a plain decimal, in percent.')
  const millionths = unitsOf(value, 4, 'slippage_pct', `Slippage takes at most 4 decimals; ${value} has more.`)
  if (millionths < 0n || millionths > 500_000n)
    throw bad('slippage_pct', `Slippage must be from 0 to 50 percent; ${value} is not.`)
  return Number(millionths)
}

/** A temperature in hundredths of a °F. @throws VenueError `bad_request` outside −100 to 150 °F or finer than 0.01. */
export function readTemperature(text: string): number {
  const value = typeof text === 'string' ? parseDecimal(text) : null
  if (value === null) throw bad('temperature_f', 'Temperature must be a plain decimal, in °F.')
  const hundredths = unitsOf(value, 2, 'temperature_f', `Temperature must be a multiple of 0.01 °F; ${value} is not.`)
  if (hundredths < -10_000n || hundredths > 15_000n) {
    throw bad('temperature_f', `Temperature must be from -100 to 150 °F; ${value} is not.`)
  }
  return Number(hundredths)
}

/** A probability in ticks. @throws VenueError `bad_request` unless it is on the tick and between 0 and 1. */
export function readProbability(text: string, field = 'price'): number {
  const value = positiveDecimal(text, field, 'Price')
  const ticks = unitsOf(value, PROBABILITY_DECIMALS, field, `Price must be a multiple of 0.001; ${value} is not.`)
  if (ticks >= BigInt(CERTAIN)) throw bad(field, `Price is a probability below 1; ${value} is not.`)
  return Number(ticks)
}

/** Shares or contracts in lots. @throws VenueError `bad_request` unless it is a positive size of at most 2 decimals up to a million. */
export function readShares(text: string, field = 'size'): number {
  const value = positiveDecimal(text, field, 'Size')
  const lots = unitsOf(
    value,
    SHARE_DECIMALS,
    field,
    `Size takes at most ${SHARE_DECIMALS} decimals; ${value} has more.`,
  )
  if (lots > BigInt(MAX_SHARE_LOTS))
    throw bad(field, `Size must be at most ${sharesText(MAX_SHARE_LOTS)}; ${value} is more.`)
  return Number(lots)
}
