/** What can be wrong with a release, its feed or the way to it, and what the trader is told of it. */

/** What went wrong. `unreachable` is silence: nobody answered. */
export type ReleaseTrouble =
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

/** The message is a clause without its full stop, such as "the host answered 503". */
export class ReleaseError extends Error {
  readonly trouble: ReleaseTrouble

  constructor(trouble: ReleaseTrouble, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.trouble = trouble
  }
}

/** Those that no failing network makes: somebody else's feed or file may be in place of the release's. */
export const SUSPICIOUS: ReadonlySet<ReleaseTrouble> = new Set([
  ...(['unsigned', 'bad_signature', 'bad_feed', 'expired', 'replayed', 'other_file'] as const),
])

const ADVICE: Readonly<Record<ReleaseTrouble, string>> = {
  unreachable: 'Try again once this machine is online.',
  refused: 'Try again later.',
  too_slow: 'Try again with a better connection: a download goes on from where it was cut.',
  too_large: 'Nothing of it was kept. Try again later; if it stays so, tell the maintainers.',
  redirected: 'Nothing of it was kept. Try again on another network; if it stays so, tell the maintainers.',
  unsigned: 'Nothing was downloaded. Do not install from there by hand; if it stays so, tell the maintainers.',
  bad_signature: 'Nothing was downloaded. Do not install from there by hand; if it stays so, tell the maintainers.',
  bad_feed: 'Nothing was downloaded. If it stays so, tell the maintainers.',
  expired: 'Set the clock of this machine if it is wrong. If it is right and it stays so, tell the maintainers.',
  replayed: 'Nothing was downloaded. If it stays so, tell the maintainers.',
  cut_off: 'Download it again: it goes on from where it was cut.',
  other_file: 'The file was deleted. Download it again; if it stays so, tell the maintainers.',
  disk_full: 'Make room on the disk, then download it again.',
  not_written: 'See that the folder can be written to, then try again.',
  not_installed: 'This version goes on. Try again, or install the new one by hand.',
}

/** What the trader can do about it, as sentences. */
export const adviceOn = (trouble: ReleaseTrouble): string => ADVICE[trouble]

/** As a `ReleaseError`, whatever it was. @param words of what is of no kind that is known; its own where they are left out. */
export function asReleaseError(error: unknown, otherwise: ReleaseTrouble, words?: string): ReleaseError {
  if (error instanceof ReleaseError) return error
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return new ReleaseError('disk_full', 'the disk is full', error)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new ReleaseError('not_written', 'a file could not be written', error)
  }
  return new ReleaseError(otherwise, words ?? message.split('\n')[0] ?? 'it failed', error)
}
