/** Whether what was downloaded can take the place of what runs: looked at right before anything stops. */
import { createHash } from 'node:crypto'
import { accessSync, constants, createReadStream, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ReleaseFile } from './release.ts'
import { ReleaseError } from './release-error.ts'

/** A file that was downloaded, and what the feed says of it. */
export interface Downloaded {
  readonly path: string
  readonly file: ReleaseFile
}

/**
 * It lay where anybody with this account can write, so that it is hashed again.
 * @param appImage the AppImage that it will replace, if any.
 * @throws ReleaseError
 */
export async function confirmDownloaded(downloaded: Downloaded | null, appImage: string | undefined): Promise<void> {
  if (downloaded === null) throw new ReleaseError('not_installed', 'nothing was downloaded')
  const { path, file } = downloaded
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash).catch((error: unknown) => {
    throw new ReleaseError('other_file', 'the file that was downloaded is gone', error)
  })
  if (hash.digest('base64') !== file.sha512) {
    throw new ReleaseError('other_file', 'the file that was downloaded was changed since')
  }
  if (appImage !== undefined) confirmPlace(appImage, downloaded)
}

/** The old file goes before the new one comes: there must be room for it, and leave to do so. */
function confirmPlace(appImage: string, { path, file }: Downloaded): void {
  const folder = dirname(appImage)
  try {
    accessSync(folder, constants.W_OK)
    accessSync(appImage, constants.W_OK)
  } catch (error) {
    throw new ReleaseError('not_written', `${folder} cannot be written to, and the AppImage is there`, error)
  }
  if (statSync(path).dev === statSync(folder).dev) return
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < file.size)
    throw new ReleaseError('disk_full', `there is no room in ${folder} for the new AppImage`)
}
