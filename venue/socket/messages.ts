/** The messages of the venue's WebSocket (wire.md; live-deployment.md, "WebSocket"). */
import { z } from 'zod'
import type { BookInfo, PublicTradeInfo, TickerInfo } from '../core/interface.ts'

export const CHANNELS = ['book', 'trades', 'activeAssetCtx'] as const
export type Channel = (typeof CHANNELS)[number]

const OUTCOME_CHANNELS: readonly string[] = ['outcomePrices', 'outcomeBook', 'outcomeTrades']
/** More names than this in one message are refused. */
const MOST_NAMES = 200

export type ClientMessage =
  | { kind: 'ping' }
  | { kind: 'subscribe' | 'unsubscribe'; channels: Channel[]; coins: string[] }
  | { kind: 'bad'; code: string; message: string }

const names = z.array(z.string().max(64)).min(1).max(MOST_NAMES)
const clientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.enum(['subscribe', 'unsubscribe']), channels: names, coins: names }),
])

/** Reads what a client sent. `coins` are the coins that exist. */
export function readMessage(text: string, coins: ReadonlySet<string>): ClientMessage {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return bad('The message is not JSON.')
  }
  const result = clientMessage.safeParse(json)
  if (!result.success) {
    const [issue] = result.error.issues
    return bad(`${issue?.path.join('.') || 'message'}: ${issue?.message.replace(/^Invalid input: /, '')}`)
  }
  const message = result.data
  if (message.type === 'ping') return { kind: 'ping' }
  const wrong = message.channels.find((name) => !(CHANNELS as readonly string[]).includes(name))
  if (wrong !== undefined)
    return OUTCOME_CHANNELS.includes(wrong)
      ? { kind: 'bad', code: 'outcomes_disabled', message: `${wrong}: outcome markets are off in this deployment.` }
      : bad(`channels: there is no channel ${JSON.stringify(wrong)}; there are ${CHANNELS.join(', ')}.`)
  const unknown = message.coins.find((coin) => !coins.has(coin))
  if (unknown !== undefined)
    return { kind: 'bad', code: 'unknown_asset', message: `coins: there is no coin ${JSON.stringify(unknown)}.` }
  return { kind: message.type, channels: message.channels as Channel[], coins: message.coins }
}

const bad = (message: string): ClientMessage => ({ kind: 'bad', code: 'bad_request', message })

/** One message, encoded once for all who get it. */
export const encode = (channel: string, data?: unknown): Buffer => Buffer.from(JSON.stringify({ channel, data }))

export const PONG = encode('pong')

export const errorMessage = (code: string, message: string): Buffer => encode('error', { code, message })

export const bookMessage = ({ asset, time, levels }: BookInfo): Buffer => encode('book', { coin: asset, time, levels })

export const tradesMessage = (trades: readonly PublicTradeInfo[]): Buffer => encode('trades', trades)

/** The context of an asset; the one that is not live carries the upstream's delisted flag. */
export const contextMessage = (ticker: TickerInfo, isLive: boolean): Buffer =>
  encode('activeAssetCtx', {
    coin: ticker.asset,
    ctx: {
      markPx: ticker.mark,
      oraclePx: ticker.oracle,
      midPx: ticker.mid,
      openInterest: ticker.open_interest,
      dayNtlVlm: ticker.volume_24h,
      prevDayPx: ticker.prev_day,
      status: ticker.status,
      isDelisted: !isLive,
      time: ticker.time,
    },
  })
