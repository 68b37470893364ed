/** Which origin each secret in the keychain was imported for, in `secret-origins.json`. Nothing of it is secret. */
import { z } from 'zod'
import type { Clock } from '../../contract/time.ts'
import type { SetAside } from './interface.ts'
import { JsonFile } from './json-file.ts'

/** Origins by account of the keychain; some keychains do not tell capital letters from small ones, and neither does this. */
export interface SecretOriginStore {
  read(account: string): string | null
  /** @throws Error in words when it cannot be written. */
  save(account: string, origin: string): void
}

const schema = z.record(z.string(), z.string())

export function openSecretOrigins(
  directory: string,
  clock: Pick<Clock, 'now'>,
): SecretOriginStore & { readonly setAside: SetAside | null } {
  const file = new JsonFile({ directory, name: 'secret-origins', schema, initial: {}, clock })
  function read(account: string): string | null {
    const key = account.toLowerCase()
    return Object.hasOwn(file.value, key) ? (file.value[key] ?? null) : null
  }
  return {
    setAside: file.setAside,
    read,
    save(account, origin) {
      if (read(account) !== origin) file.save({ ...file.value, [account.toLowerCase()]: origin })
    },
  }
}
