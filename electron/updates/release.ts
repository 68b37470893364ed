/** A release: its version, its entry in a signed feed, the keys that verify it, whether it is for this machine, and its possible failures. */

import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { coerce, compare, gte, parse, type SemVer } from 'semver'
import { z } from 'zod'
import { safeLines } from '../../contract/safe-schema.ts'
import type { SafeBlock } from '../../contract/safe-text.ts'
import { LONGEST_NOTES, type UpdateChannel } from '../../contract/update.ts'
import { MESSAGES } from './messages.ts'

/** Kinds of failure. `unreachable` is silence: nobody answered. */
type ReleaseTrouble =
  | 'unreachable'
  | 'refused'
  | 'too_slow'
  | 'too_large'
  | 'redirected'
  | 'unsigned'
  | 'bad_signature'
  | 'bad_feed'
  | 'expired'
  | 'replayed'
  | 'cut_off'
  | 'other_file'
  | 'disk_full'
  | 'not_written'
  | 'not_installed'

/** The message is a sentence. */
export class ReleaseError extends Error {
  readonly trouble: ReleaseTrouble

  constructor(trouble: ReleaseTrouble, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.trouble = trouble
  }
}

/** Failures that no network problem causes: somebody else's feed or file may have replaced the release's. */
export const SUSPICIOUS: ReadonlySet<ReleaseTrouble> = new Set([
  ...(['unsigned', 'bad_signature', 'bad_feed', 'expired', 'replayed', 'other_file'] as const),
])

const ADVICE: Readonly<Record<ReleaseTrouble, string>> = {
  unreachable: 'Try again when this computer is online.',
  refused: 'Try again later.',
  too_slow: 'Try again with a better connection; the download resumes where it stopped.',
  too_large: 'Nothing was kept. Try again later; if it persists, tell the maintainers.',
  redirected: 'Nothing was kept. Try again on another network; if it persists, tell the maintainers.',
  unsigned: 'Nothing was downloaded. Do not install from there manually; if it persists, tell the maintainers.',
  bad_signature: 'Nothing was downloaded. Do not install from there manually; if it persists, tell the maintainers.',
  bad_feed: 'Nothing was downloaded. If it persists, tell the maintainers.',
  expired: 'Check the clock of this computer. If it is right and this persists, tell the maintainers.',
  replayed: 'Nothing was downloaded. If it persists, tell the maintainers.',
  cut_off: 'Download it again; it resumes where it stopped.',
  other_file: 'The file was deleted. Download it again; if it persists, tell the maintainers.',
  disk_full: 'Free up disk space, then download it again.',
  not_written: 'Make the folder writable, then try again.',
  not_installed: 'This version stays installed. Try again, or install the new one manually.',
}

/** What the trader can do about it, as sentences. */
export const adviceOn = (trouble: ReleaseTrouble): string => ADVICE[trouble]

/** Any error as a `ReleaseError`. @param label the message for an unknown kind; default quotes its own. */
export function asReleaseError(error: unknown, otherwise: ReleaseTrouble, label?: string): ReleaseError {
  if (error instanceof ReleaseError) return error
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return new ReleaseError('disk_full', MESSAGES.diskFull, error)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new ReleaseError('not_written', MESSAGES.notWritten, error)
  }
  return new ReleaseError(otherwise, label ?? MESSAGES.failed(message), error)
}

// Versions by the rules of semantic versioning 2.0, and nothing that only looks like one. Pure.

/** Null unless it is exactly a version: `semver` also accepts a leading `v` and surrounding spaces. */
export function parseVersion(text: string): SemVer | null {
  const version = parse(text)
  if (version === null) return null
  const build = version.build.length === 0 ? '' : `+${version.build.join('.')}`
  return `${version.version}${build}` === text ? version : null
}

/**
 * Negative where `a` comes before `b`, 0 where they are equal, positive otherwise; anything after a `+` is ignored.
 * @throws RangeError for an invalid version: nothing may be decided by it.
 */
export const compareVersions = (a: string, b: string): number => compare(read(a), read(b))

function read(text: string): SemVer {
  const version = parseVersion(text)
  if (version === null) throw new RangeError(`not a version: ${text}`)
  return version
}

/**
 * Whether a system's version, in the format of `os.release()`, is at least `minimum`: by its first three numbers, ignoring the rest. One without a
 * number counts as too old, since nothing can be proven for it.
 */
export function isSystemAtLeast(release: string, minimum: string): boolean {
  const [has, wants] = [coerce(release), coerce(minimum)]
  return has !== null && wants !== null && gte(has, wants)
}

/** Ed25519 keys as DER (SPKI) in base64; null where there is none. Either of them signs. */
export interface ReleaseKeys {
  readonly present: string | null
  readonly next: string | null
}

/** The public keys that verify releases of this build: the present one, and its successor. */
export const NO_KEYS: ReleaseKeys = { present: null, next: null }

/** @throws Error when one of them is not an Ed25519 key: a build that carries it could verify nothing. */
export function readKeys({ present, next }: ReleaseKeys): readonly KeyObject[] {
  return [present, next].flatMap((text) => {
    if (text === null) return []
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('a release key is no Ed25519 key')
    return [key]
  })
}

/** Whether one of the keys made this signature (base64) over exactly these bytes. */
export function isSigned(bytes: Buffer, signature: string, keys: readonly KeyObject[]): boolean {
  if (!/^[A-Za-z0-9+/]{86}==$/.test(signature)) return false
  const raw = Buffer.from(signature, 'base64')
  return keys.some((key) => verify(null, bytes, key, raw))
}

/** Maximum size of a release's file, bytes. */
const LARGEST_FILE = 1_000_000_000

/** A name in the folder of the feed, without a path out of it. */
const fileName = z.string().regex(/^(?!\.)[\w .()+@-]{1,150}$/, 'not a plain file name')
const sha512 = z.string().regex(/^[A-Za-z0-9+/]{86}==$/, 'not a SHA-512 in base64')
/** YAML reads an unquoted time as a date. */
const isoTime = z.preprocess(
  (value) => (value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value),
  z.iso.datetime({ offset: true }),
)

const releaseFeed = z.object({
  version: z.string().refine((text) => parseVersion(text) !== null, 'not a version'),
  /** The name under which the feed was signed: one of another channel, system or processor is rejected. */
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

/** A release's file in a signed feed. Only verified data is read here. */
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
  /** ms since the epoch; the feed is invalid from here on. */
  readonly expires: number
  readonly files: readonly ReleaseFile[]
  readonly notes: SafeBlock
  /** Percentage of terminals that it is offered to. */
  readonly stagingPercentage: number
  /** In the format of `os.release()`; null without a minimum. */
  readonly minimumSystemVersion: string | null
}

/**
 * Reads the parsed YAML of the feed of that name.
 * @throws ReleaseError naming the invalid field.
 */
export function readRelease(parsed: unknown, feedName: string): Release {
  const read = releaseFeed.safeParse(parsed)
  if (!read.success) {
    const [issue] = read.error.issues
    const field = issue?.path.join('.') ?? ''
    throw new ReleaseError(
      'bad_feed',
      issue === undefined || field === ''
        ? MESSAGES.invalid(feedName)
        : MESSAGES.invalidField(feedName, field, issue.message),
    )
  }
  const { feed, expires, ...release } = read.data
  if (feed !== feedName) throw new ReleaseError('bad_feed', MESSAGES.otherFeed(feed, feedName))
  const strange = release.files.find(({ url }) => !names(url, release.version))
  if (strange !== undefined) {
    throw new ReleaseError('bad_feed', MESSAGES.otherVersion(release.version, strange.url))
  }
  return { ...release, expires: Date.parse(expires) }
}

/** Whether a file name contains the version, and not a longer one that begins or ends like it. */
function names(file: string, version: string): boolean {
  const at = file.indexOf(version)
  if (at < 0) return false
  const [before, after] = [file.slice(0, at), file.slice(at + version.length)]
  return !/[\d.]$/.test(before) && !/^(?:\d|\.\d|-(?:alpha|beta|rc)\b)/.test(after)
}

/** Facts about this terminal and machine. */
interface Circumstances {
  readonly running: string
  readonly channel: UpdateChannel
  /** The highest version that a signed feed of the channel ever named; null for none. */
  readonly highestSeen: string | null
  /** As `os.release()`. */
  readonly system: string
  /** This terminal's place in a staged rollout, from 0 up to 100. */
  readonly place: number
  /** ms since the epoch. */
  readonly now: number
  /** Whether the release has a file for this system. */
  readonly hasFile: boolean
}

/** Whether a release is for this machine. Pure: evaluated when a feed was read, and again before anything is replaced. */
export type Verdict =
  | { readonly kind: 'offered' }
  /** The running version is this one, or newer. */
  | { readonly kind: 'current' }
  /** The feed is out of date: somebody may be withholding newer ones. */
  | { readonly kind: 'expired' }
  /** A signed feed named a higher version before: this is an old one. */
  | { readonly kind: 'replayed'; readonly highestSeen: string }
  | { readonly kind: 'held_back'; readonly reason: string }

/** The verdict on a release. The order matters: an old feed is reported as old, valid content or not. */
export function judge(release: Release, at: Circumstances): Verdict {
  const { version, expires, minimumSystemVersion: minimum, stagingPercentage } = release
  if (expires <= at.now) return { kind: 'expired' }
  if (at.highestSeen !== null && compareVersions(version, at.highestSeen) < 0) {
    return { kind: 'replayed', highestSeen: at.highestSeen }
  }
  if (compareVersions(version, at.running) <= 0) return { kind: 'current' }
  if (at.channel === 'stable' && isPrerelease(version)) {
    return withheld(`${version} is a beta; this terminal is set to stable releases.`)
  }
  if (!at.hasFile) return withheld(`${version} has no file for this system.`)
  if (minimum !== null && !isSystemAtLeast(at.system, minimum)) {
    return withheld(`${version} needs version ${minimum} of this system; this is ${at.system}.`)
  }
  if (at.place >= stagingPercentage) {
    return withheld(`${version} is rolling out gradually and is not available here yet.`)
  }
  return { kind: 'offered' }
}

const withheld = (reason: string): Verdict => ({ kind: 'held_back', reason })

const isPrerelease = (version: string): boolean => (parseVersion(version)?.prerelease.length ?? 0) > 0

/** The higher of two versions; any is higher than none. */
export const higher = (a: string, b: string | null): string => (b === null || compareVersions(a, b) > 0 ? a : b)

/** A terminal's place in a staged rollout, 0 up to 100: different for each release, so that nobody is always first. */
export function placeOf(terminalId: string, version: string): number {
  const digest = createHash('sha256').update(`${terminalId} ${version}`).digest()
  return (digest.readUInt32BE(0) / 2 ** 32) * 100
}

/** Suffix of the release's file for a system; null where it has none. */
export function fileFor(release: Release, platform: NodeJS.Platform, arch: string): Release['files'][number] | null {
  const ending = platform === 'win32' ? '.exe' : platform === 'darwin' ? '.zip' : '.AppImage'
  const fitting = release.files.filter(({ url }) => url.endsWith(ending))
  return fitting.find(({ url }) => url.includes(arch)) ?? fitting[0] ?? null
}
