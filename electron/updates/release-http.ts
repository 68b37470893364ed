/** Access to the release host: bounded in size and time, without redirects, as any server may answer there. */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '../../contract/time.ts'
import { MESSAGES } from './messages.ts'
import { asReleaseError, ReleaseError, type ReleaseFile } from './release.ts'

/** Bytes on disk, and their hash, to which further bytes are added. */
interface Part {
  readonly count: number
  readonly hash: Hash
}

/** The written part of a file; for tests of a full disk. */
type Written = Pick<FileHandle, 'writeFile' | 'sync' | 'close'>

/** Opens a file for writing: from the start, or appending. */
type OpenFile = (path: string, flags: 'w' | 'a') => Promise<Written>

/** Fetches a file of a release: continues where the last try ended, and accepts only the exact file that the feed names. */
const openOnDisk: OpenFile = (path, flags) => open(path, flags, 0o600)

interface Saving {
  readonly file: Pick<ReleaseFile, 'size' | 'sha512'>
  readonly signal: AbortSignal
  /** Bytes so far, including those of an earlier try. */
  readonly onBytes: (count: number) => void
}

/** The bytes of a file from an offset, where the host supports that; `from` is 0 where it sends all of it. */
interface Rest {
  readonly from: number
  readonly body: AsyncIterable<Uint8Array>
}

interface SaveOptions extends Pick<Saving, 'file' | 'onBytes'> {
  readonly destination: string
  readonly openFile: OpenFile
  readonly fetchFrom: (count: number) => Promise<Rest>
}

/**
 * Bytes from before the connection broke or the trader canceled are kept for the next try. A wrong file is deleted, and so is everything on a full
 * disk. A part that was changed meanwhile is detected by the hash of the whole, which is then fetched once from the start.
 * @throws ReleaseError
 */
async function saveRelease(options: SaveOptions): Promise<void> {
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
    const known = asReleaseError(error, 'cut_off', MESSAGES.brokeOff)
    if (isOther(known) || known.trouble === 'disk_full') await rm(path, { force: true })
    throw known
  }
}

const isOther = (error: unknown): boolean => error instanceof ReleaseError && error.trouble === 'other_file'

/** Counts and hashes on the way: a host that keeps sending fills no disk. */
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
        throw new ReleaseError('other_file', MESSAGES.tooLong(size))
      }
      hash.update(chunk)
      await handle.writeFile(chunk)
      onBytes(count)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (count < size) throw new ReleaseError('cut_off', MESSAGES.tooShort(count, size))
  if (hash.digest('base64') !== sha512) {
    throw new ReleaseError('other_file', MESSAGES.otherChecksum)
  }
}

/** The release's hash applies to the whole file, never to the part. */
const nothingYet = (): Part => ({ count: 0, hash: createHash('sha512') })

/** Path of a file's part. electron-updater empties its own download folder before each, so the part is beside that. */
const partPath = (destination: string, { sha512 }: Pick<ReleaseFile, 'sha512'>): string =>
  join(dirname(dirname(destination)), 'parts', `${Buffer.from(sha512, 'base64').toString('hex').slice(0, 32)}.part`)

/** Creates the folder, removes parts of other files, and returns this one's. */
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
    // None, or an unreadable one: starts from the beginning.
    return nothingYet()
  }
  return count <= size ? { count, hash: part.hash } : nothingYet()
}

/** Time limit for a feed, ms. */
const READ_MS = 30_000
/** A download without data for this long is given up, ms. */
const IDLE_MS = 60_000

export type ReleaseHttp = ReturnType<typeof createReleaseHttp>

interface ReleaseHttpOptions {
  readonly clock: Pick<Clock, 'after'>
  /** Resolves once requests to an address use the system's proxy settings; null where there is nothing to wait for. */
  readonly reach?: (baseUrl: string) => Promise<void> | null
  /** Opens a file for writing; for tests of a full disk. */
  readonly openFile?: OpenFile
}

export function createReleaseHttp({ clock, reach = () => null, openFile = openOnDisk }: ReleaseHttpOptions) {
  return {
    /** @throws ReleaseError when it is unavailable, takes too long, or has more than `most` bytes. */
    async read(url: URL, most: number): Promise<Buffer> {
      const limit = timeLimit(clock, READ_MS)
      try {
        const chunks: Uint8Array[] = []
        let count = 0
        for await (const chunk of bodyOf(await get(url, reach, limit.signal))) {
          count += chunk.length
          if (count > most) throw new ReleaseError('too_large', MESSAGES.larger(fileOf(url), most))
          chunks.push(chunk)
        }
        return Buffer.concat(chunks)
      } catch (error) {
        throw limit.passed() ? tooSlow(url) : asReleaseError(error, 'unreachable', MESSAGES.unreachable)
      } finally {
        limit.end()
      }
    },

    /**
     * Writes a file of a release, and flushes it; it exists only if it is the exact file that the feed names. Bytes from before an interruption are
     * kept beside it, and the next try continues from there.
     * @throws ReleaseError when it differs, or cannot be written; nothing is in its place then.
     */
    async save(url: URL, destination: string, { file, signal, onBytes }: Saving): Promise<void> {
      const limit = timeLimit(clock, IDLE_MS)
      const either = AbortSignal.any([signal, limit.signal])
      try {
        await saveRelease({
          ...{ file, destination, openFile },
          fetchFrom: (count) => getFrom(url, count, reach, either),
          onBytes(count) {
            limit.again()
            onBytes(count)
          },
        })
      } catch (error) {
        throw limit.passed() ? tooSlow(url) : error
      } finally {
        limit.end()
      }
    },
  }
}

type Reach = NonNullable<ReleaseHttpOptions['reach']>

/** The rest of a file from a byte on; all of it from a host without ranges, or without this one. */
async function getFrom(url: URL, count: number, reach: Reach, signal: AbortSignal): Promise<Rest> {
  const response = await get(url, reach, signal, count)
  const isRest = response.status === 206 && (response.headers.get('content-range') ?? '').startsWith(`bytes ${count}-`)
  if (count === 0 || isRest || response.status === 200) return { from: isRest ? count : 0, body: bodyOf(response) }
  await response.body?.cancel()
  return { from: 0, body: bodyOf(await get(url, reach, signal)) }
}

/** @param from first byte: a host may answer with 206, or 416 where it has no such byte. */
async function get(url: URL, reach: Reach, signal: AbortSignal, from = 0): Promise<Response> {
  await reach(url.origin)
  const headers = {
    ...{ accept: '*/*', 'accept-encoding': 'identity', 'cache-control': 'no-cache' },
    ...(from > 0 && { range: `bytes=${from}-` }),
  }
  const response = await fetch(url, { headers, redirect: 'manual', signal, cache: 'no-store' }).catch(
    (error: unknown) => {
      throw new ReleaseError('unreachable', MESSAGES.unreachable, error)
    },
  )
  if (response.status === 200 || (from > 0 && [206, 416].includes(response.status))) return response
  await response.body?.cancel()
  if (response.status >= 300 && response.status < 400) {
    throw new ReleaseError('redirected', MESSAGES.redirected(fileOf(url)))
  }
  throw new ReleaseError('refused', MESSAGES.refused(response.status, fileOf(url)))
}

async function* bodyOf({ body }: Response): AsyncGenerator<Uint8Array> {
  if (body !== null) yield* body as unknown as AsyncIterable<Uint8Array>
}

const fileOf = (url: URL): string => decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
const tooSlow = (url: URL): ReleaseError => new ReleaseError('too_slow', MESSAGES.tooSlow(fileOf(url)))

/** Aborts `ms` after its start, or its last restart. */
function timeLimit(clock: Pick<Clock, 'after'>, ms: number) {
  const abort = new AbortController()
  let passed = false
  const begin = () =>
    clock.after(ms, () => {
      passed = true
      abort.abort()
    })
  let cancel = begin()
  return {
    signal: abort.signal,
    passed: () => passed,
    again() {
      cancel()
      cancel = begin()
    },
    end: () => cancel(),
  }
}
