/** Routes that a deployment may choose or lack (docs/service/deployment.md#profile-routes): the only table that names them. */
import { z } from 'zod'

interface OpenRoute {
  /** Default of the interface. */
  readonly path?: string
  /** Instead of a default: signed actions go to this route again, unless the deployment overrides it. */
  readonly sameAs?: string
  /** Its purpose, for the message of a switched-off feature. */
  readonly purpose: string
}

export const OPEN_ROUTES = {
  cancelPrepare: { path: '/v1/orders/cancel/prepare', purpose: 'Canceling orders' },
  cancelSubmit: { path: '/v1/orders/cancel/submit', purpose: 'Canceling orders' },
  orderPrepare: { path: '/v1/orders/prepare', purpose: 'Placing orders' },
  orderSubmit: { path: '/v1/orders/submit', purpose: 'Placing orders' },
  closePrepare: { path: '/v1/close', purpose: 'Closing positions' },
  closeSubmit: { path: '/v1/orders/submit', purpose: 'Closing positions' },
  predictPrepare: { path: '/v1/predict', purpose: 'Predicting' },
  predictSubmit: { path: '/v1/orders/submit', purpose: 'Predicting' },
  leveragePrepare: { path: '/v1/leverage/prepare', purpose: 'Changing leverage' },
  leverageSubmit: { path: '/v1/leverage/submit', purpose: 'Changing leverage' },
  agentApprove: { path: '/v1/agent/approve', purpose: 'Approving an agent wallet' },
  directOrder: { path: '/v1/orders', purpose: 'Direct signed orders' },
  binaryMarkets: { path: '/v1/binary/markets', purpose: 'Reading binary markets' },
  binaryStatus: { path: '/v1/binary/status', purpose: 'Reading the state of binary markets' },
  binaryBucket: { path: '/v1/binary/bucket', purpose: 'Reading the binary bucket' },
  binarySetup: { path: '/v1/binary/setup', purpose: 'Setting up binary trading' },
  binarySetupSubmit: { sameAs: 'binarySetup', purpose: 'Setting up binary trading' },
  binaryPredict: { path: '/v1/binary/predict', purpose: 'Predicting in binary markets' },
  binaryPredictSubmit: { sameAs: 'binaryPredict', purpose: 'Predicting in binary markets' },
  binaryClose: { path: '/v1/binary/close', purpose: 'Closing binary positions' },
  binaryCloseSubmit: { sameAs: 'binaryClose', purpose: 'Closing binary positions' },
  outcomesMeta: { path: '/v1/outcomes/meta', purpose: 'Reading outcome markets' },
  outcomePriceHistory: { path: '/v1/outcomes/price-history', purpose: 'Price history of outcomes' },
  outcomeOpenOrders: { path: '/v1/outcomes/orders/open/{address}', purpose: 'Reading open outcome orders' },
  outcomeOrderStatus: { path: '/v1/outcomes/order-status', purpose: 'Outcome order status' },
  outcomeOrderPrepare: { path: '/v1/outcomes/orders/prepare', purpose: 'Placing outcome orders' },
  outcomeOrderSubmit: { path: '/v1/outcomes/orders/submit', purpose: 'Placing outcome orders' },
  outcomeCancelPrepare: { path: '/v1/outcomes/cancel/prepare', purpose: 'Canceling outcome orders' },
  outcomeCancelSubmit: { path: '/v1/outcomes/cancel/submit', purpose: 'Canceling outcome orders' },
  transferPrepare: { path: '/v1/outcomes/transfer/prepare', purpose: 'Transferring collateral' },
  transferSubmit: { path: '/v1/outcomes/transfer/submit', purpose: 'Transferring collateral' },
  conversionPrepare: { path: '/v1/outcomes/conversions/prepare', purpose: 'Converting outcome shares' },
  conversionSubmit: { path: '/v1/outcomes/conversions/submit', purpose: 'Converting outcome shares' },
  conversionsHistory: { path: '/v1/outcomes/conversions/history', purpose: 'Conversion history' },
  history: { path: '/tv/history', purpose: 'Price history' },
  binaryHistory: { path: '/tv-mark/history', purpose: 'Price history of binary markets' },
  fees: { path: '/v1/fees/{address}', purpose: 'Fee rates' },
  openInterest: { path: '/v1/oi-status', purpose: 'Open interest' },
  referralCode: { path: '/v1/referrals/code', purpose: 'Referral code' },
  referralResolve: { path: '/v1/referrals/resolve', purpose: 'Looking up a referral code' },
  referralIntent: { path: '/v1/referrals/intent', purpose: 'Accepting a referral' },
  referralTree: { path: '/v1/referrals/tree', purpose: 'Referral tree' },
  referralPayouts: { path: '/v1/referrals/payouts', purpose: 'Referral payouts' },
  rewards: { path: '/v1/rewards/{address}', purpose: 'Rewards' },
} as const satisfies Readonly<Record<string, OpenRoute>>

export type RouteName = keyof typeof OPEN_ROUTES

/** Each route's path; null where the deployment switches its feature off. */
type ProfileRoutes = { readonly [Name in RouteName]: string | null }

const names = Object.keys(OPEN_ROUTES) as RouteName[]

const route = z
  .string()
  .regex(/^\/[\w\-./{}]*$/, 'must be a path such as /v1/orders')
  .nullable()
  .optional()

type Given = { readonly [Name in RouteName]?: string | null | undefined }

function pathOf(name: RouteName, given: Given): string | null {
  const own = given[name]
  if (own !== undefined) return own
  const entry = OPEN_ROUTES[name]
  return 'path' in entry ? entry.path : pathOf(entry.sameAs, given)
}

/** The routes of a deployment, with the default of each omitted one; an unknown name is refused. */
export const profileRoutes = z
  .strictObject(Object.fromEntries(names.map((name) => [name, route])) as Record<RouteName, typeof route>)
  .transform((given) => Object.fromEntries(names.map((name) => [name, pathOf(name, given)])) as ProfileRoutes)
