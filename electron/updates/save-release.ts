/** Fetches a file of a release: on from where the last try ended, and there only if it is the very one that the feed names. */

import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ReleaseFile } from './release.ts'
import { asReleaseError, ReleaseError } from './release-error.ts'

/** Bytes that are on the disk, and the hash of them, to which those that follow are added. */
interface Part {
  readonly count: number
  readonly hash: Hash
}

/** What is written of a file; for tests of a disk that is full. */
export type Written = Pick<FileHandle, 'writeFile' | 'sync' | 'close'>

/** Opens a file to be written: anew, or at its end. */
export type OpenFile = (path: string, flags: 'w' | 'a') => Promise<Written>

export const openOnDisk: OpenFile = (path, flags) => open(path, flags, 0o600)

export interface Saving {
  readonly file: Pick<ReleaseFile, 'size' | 'sha512'>
  readonly signal: AbortSignal
  /** Bytes so far, with those of an earlier try. */
  readonly onBytes: (count: number) => void
}

/** The bytes of a file from one on, where the host can do that; `from` is 0 where it sends all of it. */
export interface Rest {
  readonly from: number
  readonly body: AsyncIterable<Uint8Array>
}

interface SaveOptions extends Pick<Saving, 'file' | 'onBytes'> {
  readonly destination: string
  readonly openFile: OpenFile
  readonly fetchFrom: (count: number) => Promise<Rest>
}

/**
 * What came before the connection broke, or before the trader said no, stays for the next try. What is not the file is deleted, and so is all of it
 * where the disk is full. A part that was changed meanwhile is found out by the hash of the whole, which then comes once from the start.
 * @throws ReleaseError
 */
export async function saveRelease(options: SaveOptions): Promise<void> {
  const { file, destination, onBytes } = options
  const path = partPath(destination, file)
  const had = await readPart(path, file)
  if (had.count > 0) onBytes(had.count)
  try {
    await bring(options, path, had).catch((error: unknown) => {
      if (had.count === 0 || !isOther(error)) throw error
      return bring(options, path, nothingYet())
    })
    await rename(path, destination)
  } catch (error) {
    const known = asReleaseError(error, 'cut_off', 'the connection broke off')
    if (isOther(known) || known.trouble === 'disk_full') await rm(path, { force: true })
    throw known
  }
}

const isOther = (error: unknown): boolean => error instanceof ReleaseError && error.trouble === 'other_file'

/** Counts and hashes on the way: a host that goes on sending fills no disk. */
async function bring(
  { file: { size, sha512 }, fetchFrom, openFile, onBytes }: SaveOptions,
  path: string,
  had: Part,
): Promise<void> {
  const rest = had.count === size ? null : await fetchFrom(had.count)
  const isOn = rest === null || (rest.from === had.count && had.count > 0)
  const { hash, ...begun } = isOn ? had : nothingYet()
  let { count } = begun
  const handle = await openFile(path, isOn ? 'a' : 'w')
  try {
    for await (const chunk of rest?.body ?? []) {
      count += chunk.length
      if (count > size) {
        throw new ReleaseError('other_file', `it is larger than the ${size} bytes that the release names`)
      }
      hash.update(chunk)
      await handle.writeFile(chunk)
      onBytes(count)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (count < size) throw new ReleaseError('cut_off', `it ended after ${count} of ${size} bytes`)
  if (hash.digest('base64') !== sha512) {
    throw new ReleaseError('other_file', 'it is not the file that the release names')
  }
}

/** The hash that a release names is not yet anybody's word for these bytes: the whole is held to it, never the part. */
const nothingYet = (): Part => ({ count: 0, hash: createHash('sha512') })

/** Where the part of a file is. electron-updater empties its own folder of downloads before each, so that it lies beside that. */
const partPath = (destination: string, { sha512 }: Pick<ReleaseFile, 'sha512'>): string =>
  join(dirname(dirname(destination)), 'parts', `${Buffer.from(sha512, 'base64').toString('hex').slice(0, 32)}.part`)

/** Makes the folder, takes away parts of other files, and answers what is there of this one. */
async function readPart(path: string, { size }: Pick<ReleaseFile, 'size'>): Promise<Part> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    if (join(folder, name) !== path) await rm(join(folder, name), { recursive: true, force: true })
  }
  const part = nothingYet()
  let count = 0
  try {
    await pipeline(createReadStream(path), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        count += chunk.length
        part.hash.update(chunk)
      }
    })
  } catch {
    // None, or none that can be read: it comes from the start.
    return nothingYet()
  }
  return count <= size ? { count, hash: part.hash } : nothingYet()
}
