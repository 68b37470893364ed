/** Which places outside are set, by their hosts, in `outward.json`. Their addresses are in the keychain; nothing here is secret. */
import { z } from 'zod'
import { OUTWARD_KINDS, type OutwardKind } from '../../contract/outward.ts'
import type { Clock } from '../../contract/time.ts'
import type { SetAside } from './interface.ts'
import { JsonFile } from './json-file.ts'

export interface OutwardStore {
  /** Null where none is set. */
  read(kind: OutwardKind): string | null
  /** Null for none. @throws Error in words when it cannot be written. */
  save(kind: OutwardKind, host: string | null): void
}

const schema = z.partialRecord(z.enum(OUTWARD_KINDS), z.string().max(300))

export function openOutwardStore(
  directory: string,
  clock: Pick<Clock, 'now'>,
): OutwardStore & { readonly setAside: SetAside | null } {
  const file = new JsonFile({ directory, name: 'outward', schema, initial: {}, clock })
  return {
    setAside: file.setAside,
    read: (kind) => file.value[kind] ?? null,
    save(kind, host) {
      if ((file.value[kind] ?? null) === host) return
      const { [kind]: _before, ...others } = file.value
      file.save(host === null ? others : { ...others, [kind]: host })
    },
  }
}
