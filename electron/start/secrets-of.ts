/** The secrets of one deployment: those in the keychain that were imported for where it is now. */
import { PRACTICE } from '../profiles/index.ts'
import { boundSecrets, type SecretStore } from '../secrets/index.ts'
import type { DeploymentProfile } from '../service/index.ts'
import type { SharedParts } from './shared-parts.ts'

type Parts = Pick<SharedParts, 'secrets' | 'storage' | 'practice' | 'notices'>

/** What is stored for another address under the same name is said once, and not used. */
export function secretsOf({ secrets, storage, practice, notices }: Parts, profile: DeploymentProfile): SecretStore {
  const { name } = profile
  // The embedded venue is at another port at each start.
  const origin = practice.traderOf(profile) === null ? new URL(profile.baseUrl).origin : PRACTICE
  return boundSecrets(secrets, {
    origins: storage.secretOrigins,
    origin,
    onOther: (other) =>
      notices
        .of(name)
        .put(
          'secrets-of-another-address',
          'warning',
          'Stored keys are not used',
          `What is stored under the name ${name} was imported for ${other ?? 'an address that was not remembered'}, and this deployment is at ${origin}. Import it again in Account if it is meant for ${origin}.`,
        ),
  })
}
