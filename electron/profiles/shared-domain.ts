/**
 * Whether the direct orders of one deployment would be good on another: an order is signed by the trader's own wallet for the EIP-712 domain that
 * the profile names, and for nothing else. A profile for play that carries the domain of another deployment turns each of its orders into one there.
 */
import type { DeploymentProfile } from '../service/index.ts'

type Domain = NonNullable<DeploymentProfile['directOrder']>['domain']

/** The other profile, at another origin, that signs for the same domain; null where there is none. */
export function signsForThoseOf(
  profile: DeploymentProfile,
  others: readonly DeploymentProfile[],
): DeploymentProfile | null {
  const { directOrder } = profile
  if (directOrder === null) return null
  const own = textOf(directOrder.domain)
  const { origin } = new URL(profile.baseUrl)
  return (
    others.find(
      (other) =>
        other.directOrder !== null &&
        new URL(other.baseUrl).origin !== origin &&
        textOf(other.directOrder.domain) === own,
    ) ?? null
  )
}

const textOf = ({ name, version, chainId, verifyingContract }: Domain): string =>
  JSON.stringify([name ?? null, version ?? null, chainId ?? null, verifyingContract?.toLowerCase() ?? null])

/** Why direct orders are refused there, with what to do. */
export const sharedDomainWords = (profile: DeploymentProfile, other: DeploymentProfile): string =>
  `signs direct orders for the same domain as ${other.name} (${new URL(other.baseUrl).host}): orders for ${new URL(profile.baseUrl).host} would be good there, too. Ask who runs it for its own domain, or set "directOrder" to null`

/** The profile, its direct orders off where they would be good on another deployment. @param tell is told why. */
export function withoutSharedDomain(
  profile: DeploymentProfile,
  others: readonly DeploymentProfile[],
  tell: (words: string) => void,
): DeploymentProfile {
  const other = signsForThoseOf(profile, others)
  if (other === null) return profile
  tell(`Direct orders of ${profile.name} are off: it ${sharedDomainWords(profile, other)}.`)
  return { ...profile, directOrder: null }
}
