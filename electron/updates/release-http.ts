/** The way to the release host: bounded in size and time, without redirects, whatever answers there. */
import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import type { Clock } from '../../contract/time.ts'
import type { ReleaseFile } from './release.ts'
import { asReleaseError, ReleaseError } from './release-error.ts'

/** A feed that takes longer is given up, ms. */
const READ_MS = 30_000
/** A download that brings nothing for so long is given up, ms. */
const IDLE_MS = 60_000

interface Saving {
  readonly file: Pick<ReleaseFile, 'size' | 'sha512'>
  readonly signal: AbortSignal
  /** Bytes so far. */
  readonly onBytes: (count: number) => void
}

export interface ReleaseHttp {
  /** @throws ReleaseError when it cannot be had, takes too long, or is more than `most` bytes. */
  read(url: URL, most: number): Promise<Buffer>
  /**
   * Writes a file of a release, and flushes it; it is there only if it is the very one that the feed names.
   * @throws ReleaseError when it is not, or cannot be written; nothing is left of it then.
   */
  save(url: URL, destination: string, saving: Saving): Promise<void>
}

interface ReleaseHttpOptions {
  readonly clock: Pick<Clock, 'after'>
  /** Waits until requests to an address go the way that the system wants; null where there is nothing to wait for. */
  readonly reach?: (baseUrl: string) => Promise<void> | null
  /** Opens a file to be written; for tests of a disk that is full. */
  readonly openFile?: (path: string) => Promise<Pick<FileHandle, 'writeFile' | 'sync' | 'close'>>
}

export function createReleaseHttp({
  clock,
  reach = () => null,
  openFile = (path) => open(path, 'w', 0o600),
}: ReleaseHttpOptions): ReleaseHttp {
  return {
    async read(url, most) {
      const limit = timeLimit(clock, READ_MS)
      try {
        const chunks: Uint8Array[] = []
        let count = 0
        for await (const chunk of bodyOf(await get(url, reach, limit.signal))) {
          count += chunk.length
          if (count > most) throw new ReleaseError('too_large', `${fileOf(url)} is larger than ${most} bytes`)
          chunks.push(chunk)
        }
        return Buffer.concat(chunks)
      } catch (error) {
        throw limit.passed()
          ? tooSlow(url)
          : asReleaseError(error, 'unreachable', 'the release host could not be reached')
      } finally {
        limit.end()
      }
    },

    async save(url, destination, { file, signal, onBytes }) {
      const limit = timeLimit(clock, IDLE_MS)
      try {
        const body = bodyOf(await get(url, reach, AbortSignal.any([signal, limit.signal])))
        const handle = await openFile(destination)
        try {
          await copy(body, handle, file, (count) => {
            limit.again()
            onBytes(count)
          })
          await handle.sync()
        } finally {
          await handle.close()
        }
      } catch (error) {
        await rm(destination, { force: true })
        throw limit.passed() ? tooSlow(url) : asReleaseError(error, 'cut_off', 'the connection broke off')
      } finally {
        limit.end()
      }
    },
  }
}

/** Counts and hashes on the way: a host that goes on sending fills no disk. */
async function copy(
  body: AsyncIterable<Uint8Array>,
  handle: Pick<FileHandle, 'writeFile'>,
  { size, sha512 }: Saving['file'],
  onBytes: (count: number) => void,
): Promise<void> {
  const hash = createHash('sha512')
  let count = 0
  for await (const chunk of body) {
    count += chunk.length
    if (count > size) throw new ReleaseError('other_file', `it is larger than the ${size} bytes that the release names`)
    hash.update(chunk)
    await handle.writeFile(chunk)
    onBytes(count)
  }
  if (count < size) throw new ReleaseError('cut_off', `it ended after ${count} of ${size} bytes`)
  if (hash.digest('base64') !== sha512)
    throw new ReleaseError('other_file', 'it is not the file that the release names')
}

type Reach = NonNullable<ReleaseHttpOptions['reach']>

async function get(url: URL, reach: Reach, signal: AbortSignal): Promise<Response> {
  await reach(url.origin)
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'cache-control': 'no-cache' }
  const response = await fetch(url, { headers, redirect: 'manual', signal, cache: 'no-store' }).catch(
    (error: unknown) => {
      throw new ReleaseError('unreachable', 'the release host could not be reached', error)
    },
  )
  if (response.status === 200) return response
  await response.body?.cancel()
  if (response.status >= 300 && response.status < 400) {
    throw new ReleaseError('redirected', `the release host sends elsewhere for ${fileOf(url)}`)
  }
  throw new ReleaseError('refused', `the release host answered ${response.status} for ${fileOf(url)}`)
}

async function* bodyOf({ body }: Response): AsyncGenerator<Uint8Array> {
  if (body !== null) yield* body as unknown as AsyncIterable<Uint8Array>
}

const fileOf = (url: URL): string => decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
const tooSlow = (url: URL): ReleaseError => new ReleaseError('too_slow', `${fileOf(url)} took too long to come`)

/** Aborts once `ms` have passed since it began, or began again. */
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
