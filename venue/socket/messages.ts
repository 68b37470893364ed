/** The messages of the venue's WebSocket (docs/service/websocket.md#subscribe). */
import { z } from 'zod'
import type { BookInfo, PublicTradeInfo } from '../market/index.ts'

/** The three kinds of market data. */
export type ChannelKind = 'book' | 'trades' | 'context'
/** Channels of scalar and binary coins. */
export const SCALAR_CHANNELS = { book: 'book', trades: 'trades', context: 'activeAssetCtx' } as const
/** Channels of outcome sides. */
export const OUTCOME_CHANNELS = { book: 'outcomeBook', trades: 'outcomeTrades', context: 'outcomePrices' } as const

/** One kind of data of one coin on its channel. */
export interface Subscription {
  channel: string
  coin: string
}

/** Available subscriptions. */
export interface Offer {
  channels: ReadonlySet<string>
  /** Whether the channel has the coin. */
  carries: (channel: string, coin: string) => boolean
}

/** Maximum names in one message. */
const MAX_NAMES = 200

export type ClientMessage =
  | { kind: 'ping' }
  | { kind: 'subscribe' | 'unsubscribe'; channels: string[]; coins: string[]; topics: Subscription[] }
  | { kind: 'bad'; code: string; message: string }

const names = z.array(z.string().max(64)).min(1).max(MAX_NAMES)
const clientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.enum(['subscribe', 'unsubscribe']), channels: names, coins: names }),
])

/** Parses a client message. A coin must exist on one of the channels named with it. */
export function readMessage(text: string, offer: Offer): ClientMessage {
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
  const { type: kind, channels, coins } = message
  const wrong = channels.find((name) => !offer.channels.has(name))
  if (wrong !== undefined)
    return (Object.values(OUTCOME_CHANNELS) as string[]).includes(wrong)
      ? { kind: 'bad', code: 'outcomes_disabled', message: `${wrong}: outcome markets are off in this deployment.` }
      : bad(`channels: there is no channel ${JSON.stringify(wrong)}; there are ${[...offer.channels].join(', ')}.`)
  const topics: Subscription[] = []
  for (const coin of coins) {
    const carriers = channels.filter((channel) => offer.carries(channel, coin))
    if (carriers.length === 0)
      return {
        kind: 'bad',
        code: 'unknown_asset',
        message: `coins: there is no coin ${JSON.stringify(coin)} in ${channels.join(', ')}.`,
      }
    for (const channel of carriers) topics.push({ channel, coin })
  }
  return { kind, channels, coins, topics }
}

const bad = (message: string): ClientMessage => ({ kind: 'bad', code: 'bad_request', message })

/** One message, encoded once for all recipients. */
export const encode = (channel: string, data?: unknown): Buffer => Buffer.from(JSON.stringify({ channel, data }))

export const PONG = encode('pong')

export const errorMessage = (code: string, message: string): Buffer => encode('error', { code, message })

export const bookMessage = (channel: string, { asset, time, levels }: BookInfo): Buffer =>
  encode(channel, { coin: asset, time, levels })

export const tradesMessage = (channel: string, trades: readonly PublicTradeInfo[]): Buffer => encode(channel, trades)
