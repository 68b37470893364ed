/** The way to the release host: bounded in size and time, without redirects, whatever answers there. */
import type { Clock } from '../../contract/time.ts'
import { asReleaseError, ReleaseError } from './release-error.ts'
import { type OpenFile, openOnDisk, type Rest, type Saving, saveRelease } from './save-release.ts'

/** A feed that takes longer is given up, ms. */
const READ_MS = 30_000
/** A download that brings nothing for so long is given up, ms. */
const IDLE_MS = 60_000

export interface ReleaseHttp {
  /** @throws ReleaseError when it cannot be had, takes too long, or is more than `most` bytes. */
  read(url: URL, most: number): Promise<Buffer>
  /**
   * Writes a file of a release, and flushes it; it is there only if it is the very one that the feed names. What came before it was cut
   * is kept beside it, and the next try goes on from there.
   * @throws ReleaseError when it is not, or cannot be written; nothing is at its place then.
   */
  save(url: URL, destination: string, saving: Saving): Promise<void>
}

interface ReleaseHttpOptions {
  readonly clock: Pick<Clock, 'after'>
  /** Waits until requests to an address go the way that the system wants; null where there is nothing to wait for. */
  readonly reach?: (baseUrl: string) => Promise<void> | null
  /** Opens a file to be written; for tests of a disk that is full. */
  readonly openFile?: OpenFile
}

export function createReleaseHttp({
  clock,
  reach = () => null,
  openFile = openOnDisk,
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

/** The rest of a file from a byte on; all of it from a host that knows no ranges, or has none such of what it has. */
async function getFrom(url: URL, count: number, reach: Reach, signal: AbortSignal): Promise<Rest> {
  const response = await get(url, reach, signal, count)
  const isRest = response.status === 206 && (response.headers.get('content-range') ?? '').startsWith(`bytes ${count}-`)
  if (count === 0 || isRest || response.status === 200) return { from: isRest ? count : 0, body: bodyOf(response) }
  await response.body?.cancel()
  return { from: 0, body: bodyOf(await get(url, reach, signal)) }
}

/** @param from the byte that it begins with: a host may answer that with 206, or 416 where it has no such byte. */
async function get(url: URL, reach: Reach, signal: AbortSignal, from = 0): Promise<Response> {
  await reach(url.origin)
  const headers = {
    ...{ accept: '*/*', 'accept-encoding': 'identity', 'cache-control': 'no-cache' },
    ...(from > 0 && { range: `bytes=${from}-` }),
  }
  const response = await fetch(url, { headers, redirect: 'manual', signal, cache: 'no-store' }).catch(
    (error: unknown) => {
      throw new ReleaseError('unreachable', 'the release host could not be reached', error)
    },
  )
  if (response.status === 200 || (from > 0 && [206, 416].includes(response.status))) return response
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
