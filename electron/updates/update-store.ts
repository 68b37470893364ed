/** Update data that survives restarts, in `updates.json`. */
import { z } from 'zod'
import { safeLine, safeLines } from '../../contract/safe-schema.ts'
import type { Clock } from '../../contract/time.ts'
import { LONGEST_NOTES, type UpdateChannel } from '../../contract/update.ts'
import { JsonFile } from '../storage/index.ts'
import { parseVersion } from './release.ts'

const version = z.string().refine((text) => parseVersion(text) !== null, 'is no version')
const seen = version.nullable().default(null)

const schema = z.object({
  /** Identifies this terminal for staged rollouts; it is never sent. */
  terminal: z.string().min(1).max(64),
  /** The highest version that a signed feed of each channel ever named. */
  highestSeen: z.object({ stable: seen, beta: seen }),
  checkedAt: z.number().int().nullable().default(null),
  /** The version that the terminal quit for, until the next start has seen the outcome. */
  installing: version.nullable().default(null),
  /** The last version that could not be installed, and why. */
  failed: z
    .object({ version, reason: safeLine(500) })
    .nullable()
    .default(null),
  /** The notes of the last downloaded version. */
  notes: z
    .object({ version, text: safeLines(LONGEST_NOTES) })
    .nullable()
    .default(null),
  /** The version whose notes were dismissed. */
  read: version.nullable().default(null),
})

type KeptUpdates = z.output<typeof schema>

export type UpdateStore = ReturnType<typeof openUpdateStore>

interface UpdateStoreOptions {
  readonly directory: string
  readonly clock: Pick<Clock, 'now'>
  /** A unique name for this terminal. */
  readonly newName: () => string
}

export function openUpdateStore({ directory, clock, newName }: UpdateStoreOptions) {
  const initial = schema.parse({ terminal: newName(), highestSeen: {} })
  const file = new JsonFile({ directory, name: 'updates', schema, initial, clock })
  return {
    setAside: file.setAside,
    get value(): KeptUpdates {
      return file.value
    },
    /** On disk when it returns. @throws Error with the reason when it cannot be written; the value is then unchanged. */
    change: (change: Partial<KeptUpdates>): void => file.save({ ...file.value, ...change }),
  }
}

/** The data with the highest version of one channel. */
export const withSeen = (
  { highestSeen }: Pick<KeptUpdates, 'highestSeen'>,
  channel: UpdateChannel,
  highest: string,
): Pick<KeptUpdates, 'highestSeen'> => ({ highestSeen: { ...highestSeen, [channel]: highest } })
