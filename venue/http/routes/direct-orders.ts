/** Direct orders, signed by the trader's own wallet (docs/service/direct-orders.md#request). */
import { z } from 'zod'
import { type Account, VenueError } from '../../market/index.ts'
import { type ClientOrder, clientOrderDigest, signerOf } from '../../signing/index.ts'
import { requireFreshOracle, type VenueContext } from '../context.ts'
import { checkPrice, checkSize, marketOf, parse, positiveText, safeInteger, signature } from '../input.ts'
import { acting, type Route, scalar, trading } from '../router.ts'

const AGENT_STYLE_FIELDS = ['isBuy', 'limitPx', 'sz']

const clientOrder = z.object({
  asset: z.string(),
  side: z.enum(['buy', 'sell'], 'must be "buy" or "sell"'),
  size: positiveText,
  price: positiveText,
  tif: z.enum(['GTC', 'IOC', 'ALO'], 'must be "GTC", "IOC" or "ALO"'),
  nonce: safeInteger,
  timestamp: safeInteger,
  reduce_only: z.boolean(),
})
const signedOrderRequest = z.object({ order: clientOrder, signature })

/** POST /v1/orders */
export const directOrderRoutes = (context: VenueContext): Route[] => {
  const { core, store, freshness } = context
  /** Checks the age and nonce of an order when it is accepted. */
  const checkFresh = (wallet: Account, { timestamp, nonce }: ClientOrder): void => {
    if (Math.abs(timestamp - core.now()) > freshness)
      throw new VenueError(
        400,
        'timestamp_out_of_window',
        `timestamp is ${timestamp - core.now()} ms from the venue's time; at most ${freshness} ms either way.`,
        'timestamp',
      )
    const last = store.lastNonce(wallet)
    if (nonce <= last)
      throw new VenueError(409, 'nonce_reused', `nonce must be more than the last one used, ${last}.`, 'nonce')
  }

  return [
    scalar(
      acting(
        trading('POST', '/v1/orders', async ({ body }, wallet) => {
          refuseAgentStyle(body)
          const { order, signature } = parse(signedOrderRequest, body)
          const market = marketOf(core, order.asset)
          checkSize(market, order.size, 'size')
          checkPrice(market, order.price, 'price')
          checkFresh(wallet, order)
          if ((await signerOf(clientOrderDigest(order), signature)) !== wallet)
            throw new VenueError(400, 'bad_signature', `The signature is not from the wallet ${wallet}.`, 'signature')
          checkFresh(wallet, order)
          if (!order.reduce_only) requireFreshOracle(context)
          store.saveNonce(wallet, order.nonce)
          const { status, oid, filled } = core.place({
            account: wallet,
            asset: order.asset,
            isBuy: order.side === 'buy',
            price: order.price,
            size: order.size,
            tif: order.tif,
            reduceOnly: order.reduce_only,
            cloid: null,
          })
          return { status, oid, filled }
        }),
      ),
    ),
  ]
}

function refuseAgentStyle(body: unknown): void {
  const order = (body as { order?: unknown } | null)?.order
  for (const place of [body, order]) {
    if (typeof place !== 'object' || place === null) continue
    const field = AGENT_STYLE_FIELDS.find((name) => Object.hasOwn(place, name))
    if (field === undefined) continue
    const detail = `${field} belongs to the agent flow (POST /v1/orders/prepare); a direct order has side, price and size.`
    throw new VenueError(400, 'agent_style_field', detail, field)
  }
}
