/**
 * A deployment profile: where a service is and what its open vocabulary is (docs/service/deployment.md#profile). Nothing that a deployment
 * could choose differently is in code; a route set to null switches its feature off.
 */
import { z } from 'zod'

const route = z
  .string()
  .regex(/^\/[\w\-./{}]*$/, 'must be a path such as /v1/orders')
  .nullable()

const domain = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  chainId: z
    .union([
      z.number().int().nonnegative(),
      z
        .string()
        .regex(/^(0x[0-9a-fA-F]+|\d+)$/)
        .transform(Number),
    ])
    .optional(),
  verifyingContract: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/)
    .optional(),
})

const typedFields = z.array(z.object({ name: z.string(), type: z.string() }))

/** Routes that a deployment may choose or lack, with their defaults (docs/service/deployment.md#profile-routes). */
export const profileRoutes = z
  .object({
    cancelPrepare: route.default('/v1/orders/cancel/prepare'),
    cancelSubmit: route.default('/v1/orders/cancel/submit'),
    orderPrepare: route.default('/v1/orders/prepare'),
    orderSubmit: route.default('/v1/orders/submit'),
    closePrepare: route.default('/v1/close'),
    closeSubmit: route.default('/v1/orders/submit'),
    predictPrepare: route.default('/v1/predict'),
    predictSubmit: route.default('/v1/orders/submit'),
    leveragePrepare: route.default('/v1/leverage/prepare'),
    leverageSubmit: route.default('/v1/leverage/submit'),
    agentApprove: route.default('/v1/agent/approve'),
    directOrder: route.default('/v1/orders'),
    binaryMarkets: route.default('/v1/binary/markets'),
    binaryStatus: route.default('/v1/binary/status'),
    binaryBucket: route.default('/v1/binary/bucket'),
    binarySetup: route.default('/v1/binary/setup'),
    binarySetupSubmit: route.optional(),
    binaryPredict: route.default('/v1/binary/predict'),
    binaryPredictSubmit: route.optional(),
    binaryClose: route.default('/v1/binary/close'),
    binaryCloseSubmit: route.optional(),
    outcomesMeta: route.default('/v1/outcomes/meta'),
    outcomePriceHistory: route.default('/v1/outcomes/price-history'),
    outcomeOpenOrders: route.default('/v1/outcomes/orders/open/{address}'),
    outcomeOrderStatus: route.default('/v1/outcomes/order-status'),
    outcomeOrderPrepare: route.default('/v1/outcomes/orders/prepare'),
    outcomeOrderSubmit: route.default('/v1/outcomes/orders/submit'),
    outcomeCancelPrepare: route.default('/v1/outcomes/cancel/prepare'),
    outcomeCancelSubmit: route.default('/v1/outcomes/cancel/submit'),
    transferPrepare: route.default('/v1/outcomes/transfer/prepare'),
    transferSubmit: route.default('/v1/outcomes/transfer/submit'),
    conversionPrepare: route.default('/v1/outcomes/conversions/prepare'),
    conversionSubmit: route.default('/v1/outcomes/conversions/submit'),
    conversionsHistory: route.default('/v1/outcomes/conversions/history'),
    history: route.default('/tv/history'),
    fees: route.default('/v1/fees/{address}'),
    openInterest: route.default('/v1/oi-status'),
  })
  .strict()
  /** What was signed goes to the same route again, unless the profile says otherwise. */
  .transform((routes) => {
    const { binarySetup, binaryPredict, binaryClose } = routes
    const {
      binarySetupSubmit = binarySetup,
      binaryPredictSubmit = binaryPredict,
      binaryCloseSubmit = binaryClose,
    } = routes
    return { ...routes, binarySetupSubmit, binaryPredictSubmit, binaryCloseSubmit }
  })

export const deploymentProfile = z
  .object({
    version: z.literal(1).default(1),
    name: z.string().regex(/^[\w][\w .-]{0,39}$/, 'must be 1 to 40 letters, digits, spaces, dots or dashes'),
    baseUrl: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
    wsPath: z.string().startsWith('/').default('/v1/ws'),
    network: z.enum(['mainnet', 'testnet', 'practice']),
    directOrder: z
      .object({ domain, types: z.record(z.string(), typedFields), primaryType: z.string() })
      .nullable()
      .default(null),
    agentDomain: domain.default({
      name: 'Exchange',
      version: '1',
      chainId: 1337,
      verifyingContract: '0x0000000000000000000000000000000000000000',
    }),
    routes: profileRoutes.prefault({}),
  })
  .strict()
  .refine((profile) => profile.baseUrl.startsWith('https:') || isLoopback(new URL(profile.baseUrl).hostname), {
    path: ['baseUrl'],
    message: 'must be https, except on this machine',
  })

export type DeploymentProfile = z.output<typeof deploymentProfile>

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)

/**
 * Reads a profile from JSON text.
 * @throws Error with one line that names the field and what is wrong with it.
 */
export function parseProfile(text: string, source: string): DeploymentProfile {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new Error(`profile ${source} is not JSON: ${(error as Error).message}`)
  }
  const parsed = deploymentProfile.safeParse(json)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue === undefined || issue.path.length === 0 ? '' : ` "${issue.path.join('.')}"`
  throw new Error(`profile ${source}:${where} ${issue?.message ?? 'is not valid'}`)
}
