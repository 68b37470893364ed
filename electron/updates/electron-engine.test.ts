import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeClock, type FakeClock } from '../../contract/testing/fake-clock.ts'
import type { UpdateEngine } from './electron-engine.ts'
import type { Release } from './release.ts'
import { createReleaseHttp } from './release-http.ts'
import { type Installation, install, LOG } from './testing/installation.ts'
import {
  feedText,
  newKeys,
  type PlayedRelease,
  type ReleaseServer,
  signature,
  startReleaseServer,
} from './testing/release-server.ts'

const FEED = 'latest-linux.yml'
const ran = '#!/bin/sh\nexit 0\n'
const bytes = Buffer.from(`${ran}# ${'x'.repeat(300_000)}\n`)
const NEWER: PlayedRelease = { version: '1.2.0', file: 'Isotherm-1.2.0.AppImage', bytes }
const [present, next, stranger] = [newKeys(), newKeys(), newKeys()]

let server: ReleaseServer
let clock: FakeClock
let installed: Installation
let engine: UpdateEngine

beforeAll(async () => {
  server = await startReleaseServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.serves.clear()
  server.asked.length = 0
  clock = createFakeClock()
  installed = install({ url: server.url, present: present.text, next: next.text, clock })
  engine = installed.engine({})
})
afterEach(() => installed.remove())

const yes = (): boolean => true
const check = (one: UpdateEngine = engine) => one.check('stable', yes)
/** The error. */
const troubleOf = (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => 'nothing',
    (error: { trouble?: string }) => error.trouble ?? error,
  )
const fetchIt = (one: UpdateEngine = engine, seen: number[] = []) =>
  one.download({ signal: new AbortController().signal, onBytes: (count) => seen.push(count) })

describe('the real updater over a signed feed', () => {
  it('downloads a newer release, reports its progress, and replaces the AppImage', async () => {
    server.put(FEED, NEWER, present.pair)
    const { release, offered } = await check()
    expect([offered, release.version, release.notes]).toEqual([true, '1.2.0', 'Depth is drawn faster.'])
    const seen: number[] = []
    await fetchIt(engine, seen)
    expect(seen.at(-1)).toBe(bytes.length)
    await engine.confirm()
    expect(installed.content()).toBe('old')
    expect(await engine.install()).toBe(installed.appImage)
    expect(installed.content()).toBe(bytes.toString())
    // Nothing of this machine is written for the release host, or sent to it.
    expect(existsSync(join(installed.folder, 'cache', '.updaterId'))).toBe(false)
  })

  it('accepts one that is signed by the next key', async () => {
    server.put(FEED, NEWER, next.pair)
    expect((await check()).offered).toBe(true)
  })

  it.each(['1.1.0', '1.0.9', '1.1.0-beta.3'])('offers no %s to 1.1.0, even when it is approved', async (version) => {
    server.put(FEED, { ...NEWER, version, file: `Isotherm-${version}.AppImage` }, present.pair)
    expect((await check()).offered).toBe(false)
    expect(await troubleOf(fetchIt())).not.toBe('nothing')
  })

  it('is not downgraded by the channel, whose setter allows that', async () => {
    server.put('beta-linux.yml', { ...NEWER, version: '1.0.0', file: 'Isotherm-1.0.0.AppImage' }, present.pair)
    expect((await engine.check('beta', yes)).offered).toBe(false)
  })

  it('offers none that main rejects', async () => {
    server.put(FEED, NEWER, present.pair)
    expect((await engine.check('stable', () => false)).offered).toBe(false)
    expect(await troubleOf(fetchIt())).toBe('bad_feed')
  })

  it('keeps an offer when a later check reaches nobody', async () => {
    server.put(FEED, NEWER, present.pair)
    await check()
    server.serves.set(FEED, (request) => request.socket.destroy())
    expect(await troubleOf(check())).toBe('unreachable')
    expect(await troubleOf(fetchIt())).toBe('nothing')
  })
})

describe('a feed that is not the release’s', () => {
  const put = (text: string, signed: string | null): void => {
    server.serves.set(FEED, text)
    if (signed !== null) server.serves.set(`${FEED}.sig`, signed)
  }
  const text = feedText(FEED, NEWER)

  it.each<[string, string, string | null, string]>([
    ['without a signature', text, null, 'unsigned'],
    ['signed by another key', text, signature(text, stranger.pair), 'bad_signature'],
    ['signed, and changed by a byte', `${text} `, signature(text, present.pair), 'bad_signature'],
    ['with an empty signature', text, '', 'bad_signature'],
    ['with a signature that is no text', text, '\u0000'.repeat(64), 'bad_signature'],
    ['with a signature of megabytes', text, 'A'.repeat(10_000), 'too_large'],
    ['of megabytes', 'x'.repeat(1_000_000), signature(text, present.pair), 'too_large'],
  ])('is refused %s, before it is parsed', async (_how, served, signed, trouble) => {
    put(served, signed)
    expect(await troubleOf(check())).toBe(trouble)
  })

  it.each<[string, Partial<PlayedRelease>, string]>([
    ['names another version than its file', { file: 'Isotherm-1.1.0.AppImage' }, 'bad_feed'],
    ['was signed for another channel', { lines: { feed: 'beta-linux.yml' } }, 'bad_feed'],
    ['was signed for no channel', { lines: { feed: null } }, 'bad_feed'],
    ['has no expiry', { lines: { expires: null } }, 'bad_feed'],
    ['has no version', { lines: { version: 'newest' } }, 'bad_feed'],
    ['leads out of its folder', { file: '../1.2.0.AppImage' }, 'bad_feed'],
    ['leads to another host', { file: "'https://example.org/Isotherm-1.2.0.AppImage'" }, 'bad_feed'],
    ['has no files', { lines: { files: ' []' } }, 'bad_feed'],
    ['has a file without a hash', { lines: { files: '\n  - url: Isotherm-1.2.0.AppImage\n    size: 4' } }, 'bad_feed'],
    ['is no YAML', { lines: { version: '{' } }, 'bad_feed'],
  ])('is refused when it is signed and %s', async (_how, change, trouble) => {
    const strange = feedText(FEED, { ...NEWER, ...change })
    put(strange, signature(strange, present.pair))
    expect(await troubleOf(check())).toBe(trouble)
  })

  it('reads times that YAML parses as dates', async () => {
    const dated = feedText(FEED, { ...NEWER, lines: { expires: '2027-02-03T04:05:06Z' } })
    put(dated, signature(dated, present.pair))
    expect((await check()).release.expires).toBe(Date.parse('2027-02-03T04:05:06Z'))
  })

  it.each([[301], [302], [307]])('is not searched for elsewhere: %i', async (status) => {
    const elsewhere: RequestListener = (_request, response) => {
      response.writeHead(status, { location: `${server.url}/other.yml` }).end()
    }
    server.serves.set(FEED, elsewhere)
    server.serves.set('other.yml', text)
    server.serves.set('other.yml.sig', signature(text, present.pair))
    expect(await troubleOf(check())).toBe('redirected')
    expect(server.asked).not.toContain('other.yml')
  })

  it('is given up when it does not come, and a missing host is silent', async () => {
    const request = Promise.withResolvers<void>()
    server.serves.set(FEED, () => request.resolve())
    const looking = troubleOf(check())
    await request.promise
    clock.advance(30_000)
    expect(await looking).toBe('too_slow')
    expect(await troubleOf(check(installed.engine({ url: 'http://127.0.0.1:1' })))).toBe('unreachable')
    server.serves.set(FEED, (_request, response) => response.writeHead(503).end())
    expect(await troubleOf(check())).toBe('refused')
  })
})

describe('an incomplete file', () => {
  beforeEach(async () => {
    server.put(FEED, NEWER, present.pair)
    await check()
  })
  const left = (): string[] => (existsSync(installed.pending) ? readdirSync(installed.pending) : [])
  const cut: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-length': bytes.length })
    response.write(bytes.subarray(0, 1000), () => response.destroy())
  }

  it.each<[string, Buffer | RequestListener, string]>([
    ['that is too short', bytes.subarray(0, 1000), 'cut_off'],
    ['whose connection breaks in the middle', cut, 'cut_off'],
    ['that is another one of that size', Buffer.alloc(bytes.length, 'y'), 'other_file'],
    ['that is too long', Buffer.concat([bytes, Buffer.from('y')]), 'other_file'],
  ])(
    'is refused %s, nothing is left in its place, and it is fetched again on request',
    async (_how, served, trouble) => {
      server.serves.set(NEWER.file, served)
      expect(await troubleOf(fetchIt())).toBe(trouble)
      expect(left()).toEqual([])
      expect(await troubleOf(engine.confirm())).toBe('not_installed')
      server.serves.set(NEWER.file, bytes)
      expect(await troubleOf(fetchIt())).toBe('nothing')
      expect(await troubleOf(engine.confirm())).toBe('nothing')
    },
  )

  /** A host that supports ranges, and records the requested ones. */
  const ranges = (from: (string | undefined)[]): RequestListener => {
    return ({ headers: { range } }, response) => {
      from.push(range)
      const begin = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
      if (range !== undefined) {
        response.writeHead(206, { 'content-range': `bytes ${begin}-${bytes.length - 1}/${bytes.length}` })
      }
      response.end(bytes.subarray(begin))
    }
  }
  /** The connection breaks once the first bytes have come. */
  const cutOnce = async (): Promise<void> => {
    let sever = (): void => undefined
    server.serves.set(NEWER.file, (_request, response) => {
      sever = () => response.destroy()
      response.writeHead(200, { 'content-length': bytes.length })
      response.write(bytes.subarray(0, 1000))
    })
    const loading = engine.download({ signal: new AbortController().signal, onBytes: () => sever() })
    expect(await troubleOf(loading)).toBe('cut_off')
  }
  const parts = (): string => join(installed.folder, 'cache', 'isotherm', 'parts')
  const part = (): string => join(parts(), readdirSync(parts())[0] ?? 'none')

  it('continues where it was cut, after a restart too, and is checked by the hash of the whole', async () => {
    await cutOnce()
    expect(readFileSync(part())).toEqual(bytes.subarray(0, 1000))
    const from: (string | undefined)[] = []
    server.serves.set(NEWER.file, ranges(from))
    const later = installed.engine({})
    await check(later)
    const seen: number[] = []
    await fetchIt(later, seen)
    expect(from).toEqual(['bytes=1000-'])
    expect([seen[0], seen.at(-1)]).toEqual([1000, bytes.length])
    await later.confirm()
    expect(readFileSync(join(installed.pending, NEWER.file))).toEqual(bytes)
    expect(readdirSync(parts())).toEqual([])
  })

  const whole: RequestListener = (_request, response) => void response.end(bytes)
  const noSuchByte: RequestListener = ({ headers: { range } }, response) => {
    if (range === undefined) response.end(bytes)
    else response.writeHead(416).end()
  }
  const elsewhere: RequestListener = ({ headers: { range } }, response) => {
    if (range !== undefined)
      response.writeHead(206, { 'content-range': `bytes 500-${bytes.length - 1}/${bytes.length}` })
    response.end(range === undefined ? bytes : bytes.subarray(500))
  }

  it.each<[string, RequestListener, number]>([
    ['knows no ranges', whole, 1],
    ['does not have that byte', noSuchByte, 2],
    ['begins at another offset', elsewhere, 2],
  ])('is fetched from the start where the host %s', async (_how, served, requests) => {
    await cutOnce()
    server.serves.set(NEWER.file, served)
    server.asked.length = 0
    await fetchIt()
    expect(server.asked).toHaveLength(requests)
    await engine.confirm()
  })

  it('is fetched once from the start where its part was changed meanwhile', async () => {
    await cutOnce()
    writeFileSync(part(), Buffer.alloc(1000, 'z'))
    const from: (string | undefined)[] = []
    server.serves.set(NEWER.file, ranges(from))
    await fetchIt()
    expect(from).toEqual(['bytes=1000-', undefined])
    await engine.confirm()
  })

  it('keeps no part of a file of a superseded release', async () => {
    await cutOnce()
    const other: PlayedRelease = { version: '1.3.0', file: 'Isotherm-1.3.0.AppImage', bytes: Buffer.from(`${ran}# y`) }
    server.put(FEED, other, present.pair)
    await check()
    await fetchIt()
    expect(readdirSync(parts())).toEqual([])
  })

  it('keeps nothing of another file', async () => {
    server.serves.set(NEWER.file, Buffer.alloc(bytes.length, 'y'))
    expect(await troubleOf(fetchIt())).toBe('other_file')
    expect(readdirSync(parts())).toEqual([])
  })

  it('is stopped where a host sends without an end', async () => {
    server.serves.set(NEWER.file, (_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) {}
      }
      response.on('drain', more)
      more()
    })
    expect(await troubleOf(fetchIt())).toBe('other_file')
    expect(left()).toEqual([])
  })

  it('is given up after a minute without data, and not before', async () => {
    const begun = Promise.withResolvers<void>()
    server.serves.set(NEWER.file, (_request, response) => {
      response.writeHead(200)
      response.write(bytes.subarray(0, 1000))
    })
    const loading = troubleOf(engine.download({ signal: new AbortController().signal, onBytes: () => begun.resolve() }))
    await begun.promise
    clock.advance(59_999)
    expect(clock.waiting).toBe(1)
    clock.advance(1)
    expect(await loading).toBe('too_slow')
    expect(left()).toEqual([])
  })

  it('is aborted at once on the trader’s request', async () => {
    const abort = new AbortController()
    server.serves.set(NEWER.file, (_request, response) => {
      response.writeHead(200)
      response.write(bytes.subarray(0, 1000))
    })
    const loading = engine.download({ signal: abort.signal, onBytes: () => abort.abort() })
    expect(await troubleOf(loading)).not.toBe('nothing')
    await expect.poll(left).toEqual([])
  })

  it('is not searched for elsewhere', async () => {
    server.serves.set(NEWER.file, (_request, response) => {
      response.writeHead(302, { location: `${server.url}/moved` }).end()
    })
    server.serves.set('moved', bytes)
    expect(await troubleOf(fetchIt())).toBe('redirected')
    expect(server.asked).not.toContain('moved')
  })

  it('reports that the disk is full', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const http = createReleaseHttp({
      clock,
      async openFile(path, flags) {
        const handle = await open(path, flags)
        let written = 0
        return {
          sync: () => handle.sync(),
          close: () => handle.close(),
          async writeFile(chunk) {
            written += (chunk as Buffer).length
            if (written > 100_000) throw full
            await handle.writeFile(chunk as Buffer)
          },
        }
      },
    })
    const small = installed.engine({ http })
    await check(small)
    expect(await troubleOf(fetchIt(small))).toBe('disk_full')
    expect([left(), readdirSync(parts())]).toEqual([[], []])
  })
})

describe('a download', () => {
  beforeEach(async () => {
    server.put(FEED, NEWER, present.pair)
    await check()
    await fetchIt()
  })
  const file = (): string => join(installed.pending, NEWER.file)

  it('is not repeated after a restart, but verified', async () => {
    const later = installed.engine({})
    server.asked.length = 0
    await check(later)
    await fetchIt(later)
    expect(server.asked).toEqual([FEED, `${FEED}.sig`])
    await later.confirm()
  })

  it('is not installed when it was changed or removed since', async () => {
    writeFileSync(file(), Buffer.alloc(bytes.length, 'z'))
    expect(await troubleOf(engine.confirm())).toBe('other_file')
    // It is downloaded again then, since the file differs from the feed's.
    const later = installed.engine({})
    await check(later)
    await fetchIt(later)
    expect(readFileSync(file())).toEqual(bytes)
  })

  it.skipIf(process.getuid?.() === 0)('is not installed in a place without write permission', async () => {
    chmodSync(join(installed.folder, 'apps'), 0o500)
    expect(await troubleOf(engine.confirm())).toBe('not_written')
    chmodSync(join(installed.folder, 'apps'), 0o700)
  })

  it('starts nothing while the old version still has the lock on its data', async () => {
    const started = join(installed.folder, 'started')
    const starting = Buffer.from(`#!/bin/sh\necho "$APPIMAGE_EXIT_AFTER_INSTALL" > ${started}\n`)
    server.put(FEED, { ...NEWER, version: '1.3.0', file: 'Isotherm-1.3.0.AppImage', bytes: starting }, present.pair)
    await check()
    await fetchIt()
    await engine.install()
    // It is called once to install itself, knows that, and ends when that returns.
    expect(readFileSync(started, 'utf8').trim()).toBe('true')
  })

  it('follows an AppImage with its version in its name', async () => {
    const named = join(installed.folder, 'apps', 'Isotherm-1.1.0.AppImage')
    writeFileSync(named, 'old')
    process.env.APPIMAGE = named
    const place = await engine.install()
    expect(place).toBe(join(installed.folder, 'apps', NEWER.file))
    expect([existsSync(named), readFileSync(place ?? '')]).toEqual([false, bytes])
  })

  it('reports when it cannot be installed', async () => {
    process.env.APPIMAGE = join(installed.folder, 'gone', 'Isotherm.AppImage')
    expect(await troubleOf(engine.install())).toBe('not_installed')
  })
})

describe('on Windows', () => {
  it('reads the feed of that system, and starts the installer so that it starts the new version', async () => {
    const release = { version: '1.2.0', file: 'Isotherm-Setup-1.2.0.exe', bytes }
    server.put('latest.yml', release, present.pair)
    const windows = installed.engine({ platform: 'win32' })
    expect((await check(windows)).offered).toBe(true)
    await fetchIt(windows)
    await windows.confirm()
    const setup = join(installed.pending, release.file)
    const reported = join(installed.folder, 'told')
    writeFileSync(setup, `#!/bin/sh\necho "$@" > ${reported}.new\nmv ${reported}.new ${reported}\n`)
    chmodSync(setup, 0o700)
    expect(await windows.install()).toBe(null)
    await expect.poll(() => existsSync(reported)).toBe(true)
    expect(readFileSync(reported, 'utf8').trim()).toBe('--updated /S --force-run')
  })

  it('reports when the installer cannot be started', async () => {
    const release = { version: '1.2.0', file: 'Isotherm-Setup-1.2.0.exe', bytes }
    server.put('latest.yml', release, present.pair)
    const messages: string[] = []
    const log = { ...LOG, info: (_facts: object, message: string) => void messages.push(message) }
    const windows = installed.engine({ platform: 'win32', log })
    await check(windows)
    await fetchIt(windows)
    chmodSync(join(installed.pending, release.file), 0o600)
    const process_ = process as { resourcesPath?: string }
    process_.resourcesPath = installed.folder
    expect(await troubleOf(windows.install())).toBe('not_installed')
    expect(messages.filter((text) => text.includes('elevate.exe'))).toHaveLength(1)
    delete process_.resourcesPath
  })
})

it('waits before every request until the system’s proxy settings apply', async () => {
  const reached: string[] = []
  server.put(FEED, NEWER, present.pair)
  const reach = async (baseUrl: string): Promise<void> => {
    // Nothing was requested before the wait.
    expect(server.asked).toHaveLength(reached.length)
    reached.push(baseUrl)
  }
  const one = installed.engine({ http: createReleaseHttp({ clock, reach }) })
  await check(one)
  await fetchIt(one)
  expect(reached).toEqual(Array(3).fill(server.url))
})

it('has a release’s facts read exactly', async () => {
  const lines = { stagingPercentage: '25', minimumSystemVersion: "'10.0.19045'" }
  server.put(FEED, { ...NEWER, lines }, present.pair)
  const { release } = await check()
  expect(release).toMatchObject({
    stagingPercentage: 25,
    minimumSystemVersion: '10.0.19045',
  } satisfies Partial<Release>)
})
