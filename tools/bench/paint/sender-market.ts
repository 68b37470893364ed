/** The markets of the bench's sender, and their streamed books. */
import { STAMP_RANGE } from './stamp.ts'

/** The first is the live one; the others are for windows with several markets. */
export const ASSETS = ['NYCTMP1', 'NYCTMP2', 'NYCTMP3', 'NYCTMP4', 'NYCTMP5', 'NYCTMP6'] as const
export const LIVE = ASSETS[0]
const LEVELS = 20

const epochTenths = (): number => Math.round((performance.timeOrigin + performance.now()) * 10) % STAMP_RANGE

/** `1234.5678`: the stamp as a size with four decimals. */
const stampText = (): string => {
  const digits = String(epochTenths()).padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}

/** A book without its time and the size of its best bid; a few variants, so that rows do change. */
const variants = Array.from({ length: 16 }, (_, variant) => {
  const level = (side: number, i: number): string => {
    const cents = 57_184 + side * (3 + i * 5)
    const size = `${20 + ((i * 37 + variant * 11) % 180)}.${String(1000 + ((i * 131 + variant * 977) % 9000))}`
    return `{"px":"${(cents / 100).toFixed(2)}","sz":"${size}","n":${1 + ((i + variant) % 5)}}`
  }
  const rest = Array.from({ length: LEVELS - 1 }, (_, i) => level(-1, i + 1)).join(',')
  const asks = Array.from({ length: LEVELS }, (_, i) => level(1, i)).join(',')
  return `","n":2},${rest}],[${asks}]]}}`
})

let made = 0

/** The next book of a market as a message with the current stamp. */
export function nextBook(asset: string): string {
  made += 1
  const tail = variants[made % variants.length]
  return `{"channel":"book","data":{"coin":"${asset}","time":${Date.now()},"levels":[[{"px":"571.81","sz":"${stampText()}${tail}`
}

/** A market's context message. */
export const contextOf = (asset: string): string =>
  JSON.stringify({
    channel: 'activeAssetCtx',
    data: {
      coin: asset,
      ctx: {
        markPx: '571.84',
        oraclePx: '571.84',
        midPx: '571.84',
        openInterest: '1200.0000',
        dayNtlVlm: '1000000',
        prevDayPx: '570.12',
      },
    },
  })

const BUCKET = 7_200_000
const bucketStart = Math.floor(Date.now() / BUCKET) * BUCKET

const asBook = (asset: string): unknown => ({
  asset,
  time: Date.now(),
  levels: (JSON.parse(nextBook(asset)) as { data: { levels: unknown } }).data.levels,
})

/** Answers of the sender to reads, by path. */
export const reads: Readonly<Record<string, (asset: string) => unknown>> = {
  '/v1/runtime-config': () => ({ waitlist_enabled: false, outcomes_enabled: false }),
  '/v1/markets': () =>
    ASSETS.map((asset, number) => ({
      asset,
      asset_id: number,
      status: 'active',
      sz_decimals: 4,
      tick_size: '0.01',
      max_leverage: 10,
      station: 'bench',
    })),
  '/v1/bucket': () => ({
    current: { asset: LIVE, start: bucketStart, end: bucketStart + BUCKET, phase: 'trading' },
    next: { asset: ASSETS[1], start: bucketStart + BUCKET, end: bucketStart + 2 * BUCKET, phase: 'waiting' },
    server_time: Date.now(),
  }),
  '/v1/ticker': (asset) => ({
    asset,
    mark: '571.84',
    oracle: '571.84',
    mid: '571.84',
    bid: '571.81',
    ask: '571.87',
    last: '571.84',
    volume_24h: '1000000',
    open_interest: '1200.0000',
    prev_day: '570.12',
    status: 'active',
    time: Date.now(),
  }),
  '/v1/book': asBook,
  '/tv/history': () => ({ s: 'no_data' }),
}
