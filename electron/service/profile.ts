/**
 * The settings of a deployment: where a service is, and its open vocabulary (docs/service/deployment.md#profile). Nothing that deployments could
 * choose differently is hard-coded; a route set to null switches its feature off.
 */

import { isAddress } from 'viem/utils'
import { z } from 'zod'
import { COLLATERALS } from '../../contract/collateral.ts'
import { type Decimal, isDecimalText, type Money } from '../../contract/decimal.ts'
import { isMinimumValue } from '../../contract/minimum-value.ts'
import { coinAssetId, isCoin } from '../../contract/outcome.ts'
import { firstTwice } from '../../contract/record.ts'
import { profileRoutes } from './profile-routes.ts'

/** Outcome sides are numbered from here on. */
export const FIRST_COIN_NUMBER = coinAssetId(0, 0)

const WHOLE = `must be a whole number from 0 to ${FIRST_COIN_NUMBER - 1}, the venue's number for the asset`

/**
 * The number that each asset is signed under (docs/service/signing.md#asset-numbers); one that is not named is known from the market list, or
 * learned. No two assets share a number.
 */
const assetNumbers = z
  .record(
    z.string().min(1).max(40),
    z
      .number(WHOLE)
      .refine((number) => Number.isSafeInteger(number) && number >= 0 && number < FIRST_COIN_NUMBER, WHOLE),
  )
  .superRefine((numbers, context) => {
    const names = new Map<number, string>()
    for (const [asset, number] of Object.entries(numbers)) {
      const issue = (message: string): void => context.addIssue({ code: 'custom', path: [asset], message })
      if (isCoin(asset)) issue('is an outcome coin, whose number follows from its name; remove it')
      const other = names.get(number)
      if (other !== undefined) issue(`has the number ${number}, which "${other}" already uses`)
      names.set(number, asset)
    }
  })
  .default({})

/** A duplicate name among the asset numbers of a deployment's text: JSON would silently take the last one. Null for none. */
function doubledAsset(text: string): string | null {
  const [, inside = ''] = /"assetNumbers"\s*:\s*\{([^{}]*)\}/.exec(text) ?? []
  const names = [...inside.matchAll(/("(?:[^"\\]|\\.)*")\s*:/g)].map(([, name = '""']) => JSON.parse(name) as string)
  return firstTwice(names)
}

const NEWER = 'needs a newer Isotherm'

/** A single case carries no checksum; mixed case does (EIP-55). */
const isIntact = (text: string): boolean =>
  /^0x(?:[0-9a-f]*|[0-9A-F]*)$/.test(text) || isAddress(text, { strict: true })

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address: 0x and 40 hex digits')
  .refine(isIntact, 'has a bad checksum: a digit is wrong; copy the address again from where it is published')

const domain = z.strictObject({
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
  verifyingContract: address.optional(),
})

/**
 * The part of an address that does not belong to an origin; null when there is none. The part before an @ looks like a host but is not:
 * `https://api.real.example@other.example` leads to the other host.
 */
function strayPartOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { username, password, search, hash, host } = new URL(text)
  if (username !== '' || password !== '' || text.includes('@'))
    return `must have nothing before an @; this address leads to ${host}`
  if (search !== '' || hash !== '' || /[?#]/.test(text))
    return "must not contain ? or #: the venue's paths are appended to it"
  return null
}

/** A name from the time-zone database; an offset alone is invalid, since it has no daylight saving time. */
const timeZone = z
  .string()
  .refine(isTimeZone, 'must be the name of a time zone in the IANA database, such as America/New_York')

const minimumValue = z
  .string()
  .refine(
    (text) => isDecimalText(text) && isMinimumValue(text as Decimal as Money),
    'must be an amount above 0 and at most 1000, as text such as "10"',
  )
  .transform((text) => text as Decimal as Money)
  .nullable()
  .default(null)

const typedFields = z.array(z.object({ name: z.string(), type: z.string() }))

export const deploymentProfile = z
  .object({
    version: z.literal(1, { error: `${NEWER}: this one reads version 1` }).default(1),
    name: z.string().regex(/^[\w][\w .-]{0,39}$/, 'must be 1 to 40 letters, digits, spaces, dots or dashes'),
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .superRefine((url, context) => {
        const wrong = strayPartOf(url)
        if (wrong !== null) context.addIssue({ code: 'custom', message: wrong })
      })
      .transform((url) => url.replace(/\/+$/, '')),
    wsPath: z.string().startsWith('/').default('/v1/ws'),
    /** The keep-alive message that a socket expects; null for pings of the protocol itself. */
    ping: z.string().min(1, 'must be the text to send, or null').max(200).nullable().default(null),
    network: z.enum(['mainnet', 'testnet', 'practice']),
    directOrder: z
      .strictObject({ domain, types: z.record(z.string(), typedFields), primaryType: z.string() })
      .nullable()
      .default(null),
    agentDomain: domain.default({
      name: 'Exchange',
      version: '1',
      chainId: 1337,
      verifyingContract: '0x0000000000000000000000000000000000000000',
    }),
    resendTransfers: z.boolean().default(false),
    assetNumbers,
    /** Smallest value of an order by family, in its collateral, where a market's metadata names none; null leaves it to the service's refusal. */
    minimumValue: z.strictObject({ scalar: minimumValue, binary: minimumValue, outcome: minimumValue }).prefault({}),
    /** The collateral of outcome markets, overriding their metadata; null leaves it to the metadata, with USDH as the default. */
    outcomeCollateral: z.enum(COLLATERALS).nullable().default(null),
    /** Time zone of the weather station: its local time is shown beside UTC. */
    stationTimeZone: timeZone.nullable().default(null),
    routes: profileRoutes.prefault({}),
  })
  .strict()
  .refine(
    ({ baseUrl }) => baseUrl.startsWith('https:') || !URL.canParse(baseUrl) || isLoopback(new URL(baseUrl).hostname),
    {
      path: ['baseUrl'],
      message: 'must be https, except on this machine',
    },
  )
  .refine(
    ({ network, baseUrl }) => network !== 'practice' || !URL.canParse(baseUrl) || isLoopback(new URL(baseUrl).hostname),
    { path: ['network'], message: 'must not be practice: that is for a practice venue on this computer' },
  )

export type DeploymentProfile = z.output<typeof deploymentProfile>

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Whether it is this machine itself. Pure. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)

/**
 * Parses the settings of a deployment from JSON text.
 * @throws Error with one line that names the field and its fault.
 */
export function parseProfile(text: string, source: string): DeploymentProfile {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new Error(`profile ${source} is not JSON: ${(error as Error).message}`)
  }
  const doubled = doubledAsset(text)
  if (doubled !== null) {
    throw new Error(`profile ${source}: "assetNumbers.${doubled}" appears twice; an asset has only one number`)
  }
  const parsed = deploymentProfile.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const path = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])]
  const what =
    unknown === undefined
      ? issue?.message
      : `${NEWER}: this version does not know the field; update it, or remove the field`
  throw new Error(`profile ${source}:${path.length === 0 ? '' : ` "${path.join('.')}"`} ${what ?? 'is not valid'}`)
}
