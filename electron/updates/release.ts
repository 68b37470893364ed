/** What a signed feed says of a release. Only what was verified is read here. */
import { z } from 'zod'
import { safeLines } from '../../contract/safe-schema.ts'
import type { SafeBlock } from '../../contract/safe-text.ts'
import { LONGEST_NOTES } from '../../contract/update.ts'
import { ReleaseError } from './release-error.ts'
import { parseVersion } from './version.ts'

/** No file of a release is larger, bytes. */
const LARGEST_FILE = 1_000_000_000

/** A name in the folder of the feed, and no way out of it. */
const fileName = z.string().regex(/^(?!\.)[\w .()+@-]{1,150}$/, 'is no plain file name')
const sha512 = z.string().regex(/^[A-Za-z0-9+/]{86}==$/, 'is no SHA-512 in base64')
/** YAML reads an unquoted time as a date. */
const isoTime = z.preprocess(
  (value) => (value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value),
  z.iso.datetime({ offset: true }),
)

const schema = z.object({
  version: z.string().refine((text) => parseVersion(text) !== null, 'is no version'),
  /** The name under which the feed was signed: one of another channel, system or processor is none of ours. */
  feed: z.string(),
  expires: isoTime,
  files: z
    .array(z.object({ url: fileName, sha512, size: z.number().int().positive().max(LARGEST_FILE) }))
    .min(1)
    .max(20),
  notes: safeLines(LONGEST_NOTES).prefault(''),
  stagingPercentage: z.number().min(0).max(100).default(100),
  minimumSystemVersion: z.string().max(50).nullable().default(null),
})

export interface ReleaseFile {
  /** Its name, beside the feed. */
  readonly url: string
  /** Base64. */
  readonly sha512: string
  /** Bytes. */
  readonly size: number
}

export interface Release {
  readonly version: string
  /** ms since the epoch; the feed says nothing any more from here on. */
  readonly expires: number
  readonly files: readonly ReleaseFile[]
  readonly notes: SafeBlock
  /** Of a hundred terminals, how many are offered it. */
  readonly stagingPercentage: number
  /** As `os.release()` says it; null where any will do. */
  readonly minimumSystemVersion: string | null
}

/**
 * Reads what the YAML of the feed of that name was parsed to.
 * @throws ReleaseError naming the field that is wrong.
 */
export function readRelease(parsed: unknown, feedName: string): Release {
  const read = schema.safeParse(parsed)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new ReleaseError('bad_feed', `"${issue?.path.join('.') || 'it'}" ${issue?.message ?? 'is not valid'}`)
  }
  const { feed, expires, ...release } = read.data
  if (feed !== feedName) throw new ReleaseError('bad_feed', `it was signed as ${feed}, not as ${feedName}`)
  const strange = release.files.find(({ url }) => !names(url, release.version))
  if (strange !== undefined) {
    throw new ReleaseError('bad_feed', `it is of version ${release.version}, but its file is ${strange.url}`)
  }
  return { ...release, expires: Date.parse(expires) }
}

/** Whether a file name carries the version, and not a longer one that begins or ends like it. */
function names(file: string, version: string): boolean {
  const at = file.indexOf(version)
  if (at < 0) return false
  const [before, after] = [file.slice(0, at), file.slice(at + version.length)]
  return !/[\d.]$/.test(before) && !/^(?:\d|\.\d|-(?:alpha|beta|rc)\b)/.test(after)
}
