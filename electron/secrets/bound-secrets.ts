/**
 * A deployment's own secrets, each bound to the address that it was imported for. Accounts in the keychain go by the deployment's name alone; under
 * the same name another profile may lead elsewhere, and a token that is sent there is in strange hands.
 */
import type { SecretStore } from './secret-store.ts'

/** Which origin each account's secret is for; nothing of it is secret. */
interface SecretOrigins {
  /** Null where that is not known: the keychain may have a secret of another data folder. */
  read(account: string): string | null
  /** @throws Error in words when it cannot be written. */
  save(account: string, origin: string): void
}

interface Binding {
  readonly origins: SecretOrigins
  /** Where the deployment is, as `URL.origin` writes it. */
  readonly origin: string
  /** Told that something is stored that is for another origin, or for one that is not known (null), and is not used here. */
  readonly onOther: (origin: string | null) => void
}

/**
 * The same store for one deployment: it answers nothing that was imported for another origin, or for nobody knows which: whoever asks first under
 * a name may be anybody.
 */
export function boundSecrets(store: SecretStore, { origins, origin, onOther }: Binding): SecretStore {
  return {
    ...store,
    async get(account) {
      const secret = await store.get(account)
      if (secret === null) return null
      const other = origins.read(account)
      if (other === origin) return secret
      onOther(other)
      return null
    },
    async set(account, secret) {
      await store.set(account, secret)
      // In this order: where the end comes between the two, the new secret is not used rather than the old one sent elsewhere.
      origins.save(account, origin)
    },
    async delete(account) {
      // A keychain that cannot be reached may still have it when the name leads elsewhere.
      if (origins.read(account) === null) origins.save(account, origin)
      await store.delete(account)
    },
  }
}
