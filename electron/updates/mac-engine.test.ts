import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createFakeClock, type FakeClock } from '../../contract/testing/fake-clock.ts'
import type { UpdateEngine } from './electron-engine.ts'
import { type Installation, install } from './testing/installation.ts'
import { PlayedSquirrel, playSquirrel } from './testing/played-squirrel.ts'
import { newKeys, type PlayedRelease, type ReleaseServer, startReleaseServer } from './testing/release-server.ts'

const bytes = Buffer.from(`PK${'x'.repeat(200_000)}`)
const NEWER: PlayedRelease = { version: '1.2.0', file: 'Isotherm-1.2.0-x64.zip', bytes }
const keys = newKeys()

let server: ReleaseServer
let clock: FakeClock
let installed: Installation
let squirrel: PlayedSquirrel
let takeBack: () => void
let engine: UpdateEngine

beforeAll(async () => {
  server = await startReleaseServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.serves.clear()
  server.put('latest-mac.yml', NEWER, keys.pair)
  clock = createFakeClock()
  squirrel = new PlayedSquirrel()
  takeBack = playSquirrel(squirrel)
  installed = install({ url: server.url, present: keys.text, clock })
  engine = installed.engine({ platform: 'darwin' })
  expect((await engine.check('stable', () => true)).offered).toBe(true)
})
afterEach(() => {
  takeBack()
  installed.remove()
})

const fetchIt = (): Promise<void> => engine.download({ signal: new AbortController().signal, onBytes: () => undefined })
const troubleOf = (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => 'nothing',
    (error: { trouble?: string; message?: string }) => [error.trouble, error.message],
  )

it('gives Squirrel exactly the file that the feed names, at the restart and not before', async () => {
  await fetchIt()
  await engine.confirm()
  expect([squirrel.looked, squirrel.ended]).toEqual([0, 0])
  void engine.install()
  await expect.poll(() => squirrel.ended).toBe(1)
  expect(squirrel.looked).toBe(1)
  expect(squirrel.fetched).toEqual(bytes)
})

it('continues unchanged, with the reason, where Squirrel refuses it', async () => {
  await fetchIt()
  squirrel.answers = new Error('Code signature did not pass validation')
  expect(await troubleOf(engine.install())).toEqual([
    'not_installed',
    'The updater failed: Code signature did not pass validation.',
  ])
  expect(squirrel.ended).toBe(0)
})

it('continues unchanged where Squirrel says nothing for three minutes', async () => {
  await fetchIt()
  squirrel.answers = 'nothing'
  const installing = troubleOf(engine.install())
  await expect.poll(() => squirrel.fetched).not.toBe(null)
  clock.advance(180_000)
  expect(await installing).toEqual(['not_installed', 'Squirrel did not accept the new version in time.'])
  expect(squirrel.ended).toBe(0)
})

it('gets nothing that was changed since, or that is another file', async () => {
  await fetchIt()
  writeFileSync(join(installed.pending, NEWER.file), Buffer.alloc(bytes.length, 'z'))
  expect(await troubleOf(engine.confirm())).toEqual(['other_file', 'The downloaded file was modified.'])
  server.serves.set(NEWER.file, Buffer.alloc(bytes.length, 'y'))
  const later = installed.engine({ platform: 'darwin' })
  await later.check('stable', () => true)
  const [trouble] = (await troubleOf(
    later.download({ signal: new AbortController().signal, onBytes: () => undefined }),
  )) as [string]
  expect(trouble).toBe('other_file')
  expect([squirrel.looked, existsSync(join(installed.pending, NEWER.file))]).toEqual([0, false])
})
