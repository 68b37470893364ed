/** The direct order as typed data for the trader's own wallet (docs/service/direct-orders.md#typed-data). */
import type { ClientOrder, DeploymentProfile, UserAction } from '../service/index.ts'
import { userActionDigest } from './sign.ts'
import { SigningError } from './signing-error.ts'

const FIELDS: readonly (keyof ClientOrder)[] = [
  'asset',
  'side',
  'size',
  'price',
  'tif',
  'nonce',
  'timestamp',
  'reduce_only',
]

/**
 * What the wallet signs for an order, by the profile's domain and types. Every field of the order is covered by the signature, and the
 * types ask for nothing that an order does not have.
 * @throws SigningError saying what does not fit, also when direct orders are switched off.
 */
export function directOrderAction(directOrder: DeploymentProfile['directOrder'], order: ClientOrder): UserAction {
  if (directOrder === null) throw new SigningError('This profile does not say how direct orders are signed.')
  const { domain, types, primaryType } = directOrder
  const signed = (types[primaryType] ?? []).map(({ name }) => name)
  const left = FIELDS.filter((name) => !signed.includes(name))
  const more = signed.filter((name) => !(FIELDS as readonly string[]).includes(name))
  if (left.length > 0) throw new SigningError(`The profile's ${primaryType} leaves out ${left.join(', ')}.`)
  if (more.length > 0)
    throw new SigningError(`The profile's ${primaryType} asks for ${more.join(', ')}, which no order has.`)
  const message = Object.fromEntries(FIELDS.map((name) => [name, order[name]]))
  const action: Omit<UserAction, 'actionHash'> = { domain, types, primaryType, message }
  return { ...action, actionHash: userActionDigest({ ...action, actionHash: '0x' }) }
}
