/** A release host on this machine for tests: its files, and releases signed for it. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const pair = () => generateKeyPairSync('ed25519')
export type Pair = ReturnType<typeof pair>

/** A pair of keys, and its public one as a build carries it. */
export function newKeys(): { readonly pair: Pair; readonly text: string } {
  const made = pair()
  return { pair: made, text: made.publicKey.export({ type: 'spki', format: 'der' }).toString('base64') }
}

const sha512 = (bytes: Buffer): string => createHash('sha512').update(bytes).digest('base64')

export interface PlayedRelease {
  readonly version: string
  readonly file: string
  readonly bytes: Buffer
  /** Additional or replaced lines of the feed: null removes one. */
  readonly lines?: Readonly<Record<string, string | null>>
}

/** The text of a feed as electron-builder writes it and `sign-feed` completes it. */
export function feedText(name: string, { version, file, bytes, lines = {} }: PlayedRelease): string {
  const hash = sha512(bytes)
  const all: Readonly<Record<string, string | null>> = {
    version,
    files: `\n  - url: ${file}\n    sha512: ${hash}\n    size: ${bytes.length}`,
    path: file,
    sha512: hash,
    releaseDate: "'2026-11-20T10:00:00.000Z'",
    feed: name,
    expires: "'2099-01-01T00:00:00.000Z'",
    notes: JSON.stringify('Depth is drawn faster.'),
    ...lines,
  }
  return Object.entries(all)
    .flatMap(([key, value]) => (value === null ? [] : [`${key}: ${value}\n`]))
    .join('')
}

export const signature = (text: string, { privateKey }: Pair): string =>
  `${sign(null, Buffer.from(text), privateKey).toString('base64')}\n`

export interface ReleaseServer {
  readonly url: string
  /** Answers by path without the slash; anything else is 404. A function handles the request itself. */
  readonly serves: Map<string, string | Buffer | RequestListener>
  /** Requested paths, in order. */
  readonly asked: string[]
  /** Serves a complete release: feed, signature, file. */
  put(feed: string, release: PlayedRelease, keys: Pair): void
  close(): Promise<void>
}

export async function startReleaseServer(): Promise<ReleaseServer> {
  const serves: ReleaseServer['serves'] = new Map()
  const requests: string[] = []
  const server: Server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://host').pathname.slice(1))
    requests.push(path)
    const served = serves.get(path)
    if (typeof served === 'function') served(request, response)
    else if (served === undefined) response.writeHead(404).end()
    else response.end(served)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serves,
    asked: requests,
    put(feed, release, keys) {
      const text = feedText(feed, release)
      serves.set(feed, text)
      serves.set(`${feed}.sig`, signature(text, keys))
      serves.set(release.file, release.bytes)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
