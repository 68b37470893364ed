/** Messages as the upstream sends them. */

export type PlainLevel = readonly [px: string, sz: string]

const levelsOf = (levels: readonly PlainLevel[]) => levels.map(([px, sz]) => ({ px, sz, n: 1 }))

export const outcomeBookMessage = (
  coin: string,
  time: number,
  bids: readonly PlainLevel[] = [['0.598', '20.00']],
  asks: readonly PlainLevel[] = [['0.602', '30.00']],
) => ({ ...bookMessage(coin, time, bids, asks), channel: 'outcomeBook' })

export const outcomePricesMessage = (prices: Readonly<Record<string, unknown>>, time: unknown = 1000) => ({
  channel: 'outcomePrices',
  data: { time, prices },
})

export const bookMessage = (
  coin: string,
  time: number,
  bids: readonly PlainLevel[] = [['569.98', '2.0000']],
  asks: readonly PlainLevel[] = [['570.02', '3.0000']],
) => ({ channel: 'book', data: { coin, time, levels: [levelsOf(bids), levelsOf(asks)] } })

export const contextMessage = (coin: string, markPx = '570.00', more: object = {}) => ({
  channel: 'activeAssetCtx',
  data: {
    coin,
    ctx: { markPx, oraclePx: markPx, midPx: null, openInterest: '12.5', dayNtlVlm: '1000', prevDayPx: '569', ...more },
  },
})

export const tradesMessage = (
  coin: string,
  ...trades: readonly (readonly [tid: number, time: number, px: string])[]
) => ({
  channel: 'trades',
  data: trades.map(([tid, time, px]) => ({ coin, side: 'B', px, sz: '1.5', time, tid })),
})

export const outcomeTradesMessage = (...args: Parameters<typeof tradesMessage>) => ({
  ...tradesMessage(...args),
  channel: 'outcomeTrades',
})
