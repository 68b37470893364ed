/** What came of a download that was cut: kept beside the downloads under the hash of the whole, so that the next try goes on from there. */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ReleaseFile } from './release.ts'

/** Bytes that are on the disk, and the hash of them, to which those that follow are added. */
export interface Part {
  readonly count: number
  readonly hash: Hash
}

/** The hash that a release names is not yet anybody's word for these bytes: the whole is held to it, never the part. */
export const nothingYet = (): Part => ({ count: 0, hash: createHash('sha512') })

/** Where the part of a file is. electron-updater empties its own folder of downloads before each, so that it lies beside that. */
export const partPath = (destination: string, { sha512 }: Pick<ReleaseFile, 'sha512'>): string =>
  join(dirname(dirname(destination)), 'parts', `${Buffer.from(sha512, 'base64').toString('hex').slice(0, 32)}.part`)

/** Makes the folder, takes away parts of other files, and answers what is there of this one. */
export async function readPart(path: string, { size }: Pick<ReleaseFile, 'size'>): Promise<Part> {
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
