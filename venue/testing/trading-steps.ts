/** Trading steps of a test venue over HTTP in each family: each is prepared, signed and submitted, and returns the submit's answer. */
import type { PreparedAction } from '../signing/index.ts'
import type { Reply, TestTrader, TestVenue } from './test-venue.ts'

/** A trader with an approved agent. */
export async function readyTrader(venue: TestVenue): Promise<TestTrader> {
  const trader = await venue.trader()
  await trader.approveAgent()
  return trader
}

/** An order in the live scalar asset: by default a buy of 1 at 560, good until canceled. */
export const placeScalar = (venue: TestVenue, who: TestTrader, change: object = {}): Promise<Reply> =>
  who.act('/v1/orders/prepare', '/v1/orders/submit', {
    asset: venue.live,
    isBuy: true,
    limitPx: '560',
    sz: '1',
    tif: 'GTC',
    reduceOnly: false,
    ...change,
  })

/** Transfers USDH into the class for outcome trading. */
export async function moveCollateral(who: TestTrader, amount: string): Promise<Reply> {
  const { body } = await who.post('/v1/outcomes/transfer/prepare', { amount })
  const { actionHash, eip712Domain: domain, types, primaryType, message } = body
  const signature = await who.signAsWallet({ domain, types, primaryType, message })
  return who.post('/v1/outcomes/transfer/submit', { actionHash, signature })
}

/** An outcome with two sides that trades for hours. */
export function openOutcome(venue: TestVenue): { outcomeId: number; coins: [string, string]; expiry: number } {
  const found = venue.core.outcomes.meta().find(({ expired, settling, sides, expiry }) => {
    const hasTime = expiry - venue.core.now() > 3_600_000
    return !expired && !settling && sides.length === 2 && hasTime
  })
  const [yes, no] = found?.sides ?? []
  if (found === undefined || yes === undefined || no === undefined) throw new Error('no outcome is open')
  return { outcomeId: found.outcomeId, coins: [yes.coin, no.coin], expiry: found.expiry }
}

/** A limit order for shares: by default a buy of 100 of side 0 at 0.6. */
export const placeOutcome = (
  venue: TestVenue,
  who: TestTrader,
  {
    limitPx = '0.6',
    ...change
  }: { limitPx?: string; side?: number; isBuy?: boolean; sz?: string; cloid?: string } = {},
): Promise<Reply> =>
  who.act('/v1/outcomes/orders/prepare', '/v1/outcomes/orders/submit', {
    outcomeId: openOutcome(venue).outcomeId,
    side: 0,
    isBuy: true,
    sz: '100',
    mode: { kind: 'limit', limitPx },
    ...change,
  })

/** Prepares, signs and submits on the same route, as the binary markets do. */
export async function actBinary(who: TestTrader, path: string, body: object): Promise<Reply> {
  const prepared = await who.post(path, body)
  if (prepared.status !== 200) return prepared
  const actions: PreparedAction[] = prepared.body.actions ?? [prepared.body]
  const signed = await Promise.all(actions.map((action) => who.signed(action)))
  return who.post(path, { submit: signed.map(({ actionHash, hlSignature }) => ({ actionHash, hlSignature })) })
}
