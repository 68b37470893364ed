/** Whether a release is for this machine. Pure: main asks it when a feed was read, and again before anything is replaced. */
import { createHash } from 'node:crypto'
import type { UpdateChannel } from '../../contract/update.ts'
import type { Release } from './release.ts'
import { compareVersions, isSystemAtLeast, parseVersion } from './version.ts'

/** What is known of this terminal and machine. */
interface Circumstances {
  readonly running: string
  readonly channel: UpdateChannel
  /** The highest version that a signed feed of the channel ever named; null for none. */
  readonly highestSeen: string | null
  /** As `os.release()`. */
  readonly system: string
  /** Where this terminal stands in what is given out by and by, from 0 up to 100. */
  readonly place: number
  /** ms since the epoch. */
  readonly now: number
  /** Whether the release has a file for this system. */
  readonly hasFile: boolean
}

export type Verdict =
  | { readonly kind: 'offered' }
  /** What runs is this one, or newer. */
  | { readonly kind: 'current' }
  /** The feed is out of date: somebody may be holding newer ones back. */
  | { readonly kind: 'expired' }
  /** A signed feed named a higher version before: this one is an old one. */
  | { readonly kind: 'replayed'; readonly highestSeen: string }
  | { readonly kind: 'held_back'; readonly reason: string }

/** What is to be done with a release. The order matters: an old feed is told as old, whatever stands in it. */
export function judge(release: Release, at: Circumstances): Verdict {
  const { version, expires, minimumSystemVersion: minimum, stagingPercentage } = release
  if (expires <= at.now) return { kind: 'expired' }
  if (at.highestSeen !== null && compareVersions(version, at.highestSeen) < 0) {
    return { kind: 'replayed', highestSeen: at.highestSeen }
  }
  if (compareVersions(version, at.running) <= 0) return { kind: 'current' }
  if (at.channel === 'stable' && isPrerelease(version)) {
    return heldBack(`${version} is a beta, and this terminal takes finished releases only.`)
  }
  if (!at.hasFile) return heldBack(`${version} has no file for this system.`)
  if (minimum !== null && !isSystemAtLeast(at.system, minimum)) {
    return heldBack(`${version} needs version ${minimum} of this system, and this is ${at.system}.`)
  }
  if (at.place >= stagingPercentage) {
    return heldBack(`${version} is given out by and by, and has not come to this machine yet.`)
  }
  return { kind: 'offered' }
}

const heldBack = (reason: string): Verdict => ({ kind: 'held_back', reason })

const isPrerelease = (version: string): boolean => (parseVersion(version)?.prerelease.length ?? 0) > 0

/** The higher of two versions; any is higher than none. */
export const higher = (a: string, b: string | null): string => (b === null || compareVersions(a, b) > 0 ? a : b)

/** Where a terminal stands among all that are given a release by and by, 0 up to 100: elsewhere for each release, so that nobody is always first. */
export function placeOf(terminalId: string, version: string): number {
  const digest = createHash('sha256').update(`${terminalId} ${version}`).digest()
  return (digest.readUInt32BE(0) / 2 ** 32) * 100
}

/** What the release's file for a system is called at its end; null where it has none. */
export function fileFor(release: Release, platform: NodeJS.Platform, arch: string): Release['files'][number] | null {
  const ending = platform === 'win32' ? '.exe' : platform === 'darwin' ? '.zip' : '.AppImage'
  const fitting = release.files.filter(({ url }) => url.endsWith(ending))
  return fitting.find(({ url }) => url.includes(arch)) ?? fitting[0] ?? null
}
