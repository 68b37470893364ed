/** What is kept of updates over restarts, in `updates.json`. */
import { z } from 'zod'
import { safeLine, safeLines } from '../../contract/safe-schema.ts'
import type { Clock } from '../../contract/time.ts'
import { LONGEST_NOTES, type UpdateChannel } from '../../contract/update.ts'
import { JsonFile, type SetAside } from '../storage/index.ts'
import { parseVersion } from './release.ts'

const version = z.string().refine((text) => parseVersion(text) !== null, 'is no version')
const seen = version.nullable().default(null)

const schema = z.object({
  /** Tells this terminal from others where a release is given out by and by; nobody is told it. */
  terminal: z.string().min(1).max(64),
  /** The highest version that a signed feed of each channel ever named. */
  highestSeen: z.object({ stable: seen, beta: seen }),
  checkedAt: z.number().int().nullable().default(null),
  /** What the terminal ended for, until the next start has seen what became of it. */
  installing: version.nullable().default(null),
  /** What could not be installed the last time, and why. */
  failed: z
    .object({ version, reason: safeLine(500) })
    .nullable()
    .default(null),
  /** What is new in the version that was downloaded last. */
  notes: z
    .object({ version, text: safeLines(LONGEST_NOTES) })
    .nullable()
    .default(null),
  /** The version whose notes were put away. */
  read: version.nullable().default(null),
})

type KeptUpdates = z.output<typeof schema>

export interface UpdateStore {
  readonly setAside: SetAside | null
  readonly value: KeptUpdates
  /** On disk when it returns. @throws Error in words when it cannot be written; the value is as before then. */
  change(change: Partial<KeptUpdates>): void
}

interface UpdateStoreOptions {
  readonly directory: string
  readonly clock: Pick<Clock, 'now'>
  /** A name for this terminal that no other has. */
  readonly newName: () => string
}

export function openUpdateStore({ directory, clock, newName }: UpdateStoreOptions): UpdateStore {
  const initial = schema.parse({ terminal: newName(), highestSeen: {} })
  const file = new JsonFile({ directory, name: 'updates', schema, initial, clock })
  return {
    setAside: file.setAside,
    get value() {
      return file.value
    },
    change: (change) => file.save({ ...file.value, ...change }),
  }
}

/** The same, with the highest version of one channel. */
export const withSeen = (
  { highestSeen }: Pick<KeptUpdates, 'highestSeen'>,
  channel: UpdateChannel,
  highest: string,
): Pick<KeptUpdates, 'highestSeen'> => ({ highestSeen: { ...highestSeen, [channel]: highest } })
