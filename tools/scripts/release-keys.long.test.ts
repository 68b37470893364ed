import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isSigned, readKeys, readRelease } from '../../electron/updates/testing/as-terminal.ts'
import { makeKeys, promote, ReleaseToolError, readPublicKeys } from './release-keys.mjs'
import { compareFeed, completeFeed, signatureOf, verifyFeed } from './sign-feed.mjs'

const root = join(import.meta.dirname, '..', '..')
const { serializeToYaml } = createRequire(import.meta.url)('builder-util')
let folder: string
let keysFile: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isotherm-keys-'))
  keysFile = join(folder, 'public.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

const make = (name: string, as: 'present' | 'next') => makeKeys({ privateFile: join(folder, name), as, keysFile })
const pem = (name: string): string => readFileSync(join(folder, name), 'utf8')
const run = (script: string, ...args: string[]): string =>
  execFileSync(process.execPath, [join(root, 'tools', 'scripts', script), ...args], {
    encoding: 'utf8',
    stdio: 'pipe',
    env: { ...process.env, ISOTHERM_RELEASE_KEY: '' },
  })

describe('release keys', () => {
  it('are absent from the repository: such a build does not update', () => {
    expect(readPublicKeys(join(root, 'resources', 'release-keys.json'))).toEqual({ present: null, next: null })
  })

  it('are a private file readable by its owner only, and a public one that the terminal reads', () => {
    make('first.pem', 'present')
    expect(statSync(join(folder, 'first.pem')).mode & 0o777).toBe(0o600)
    expect(readKeys(readPublicKeys(keysFile))).toHaveLength(1)
    const bytes = Buffer.from('a feed')
    expect(isSigned(bytes, signatureOf(bytes, pem('first.pem')), readKeys(readPublicKeys(keysFile)))).toBe(true)
    expect(readFileSync(keysFile, 'utf8')).not.toContain('PRIVATE')
  })

  it('are rotated', () => {
    make('first.pem', 'present')
    make('second.pem', 'next')
    const { next } = readPublicKeys(keysFile)
    promote(keysFile)
    expect(readPublicKeys(keysFile)).toEqual({ present: next, next: null })
    expect(() => promote(keysFile)).toThrow('no next key')
  })

  it('are never overwritten', () => {
    writeFileSync(join(folder, 'there.pem'), 'mine')
    expect(() => make('there.pem', 'present')).toThrow('is there already')
    expect([pem('there.pem'), existsSync(keysFile)]).toEqual(['mine', false])
    make('first.pem', 'present')
    expect(() => make('second.pem', 'present')).toThrow('there is a present key already')
    expect(existsSync(join(folder, 'second.pem'))).toBe(false)
  })

  it('are never created inside the repository, for any path', () => {
    const inside = join(folder, 'repository')
    mkdirSync(join(inside, 'deep'), { recursive: true })
    for (const place of [
      join(inside, 'a.pem'),
      join(inside, 'deep', 'a.pem'),
      join(inside, '..', 'repository', 'a.pem'),
    ]) {
      expect(() => makeKeys({ privateFile: place, as: 'present', keysFile, repository: inside })).toThrow(
        'inside the repository',
      )
      expect(existsSync(place)).toBe(false)
    }
    expect(() => run('release-keys.mjs', '--private', join(root, 'a.pem'), '--keys', keysFile)).toThrow(
      'inside the repository',
    )
  })

  it.each(['', '{', '{"present":"abc","next":null}', '{"present":null,"other":1}'])(
    'are not parsed from %j',
    (text) => {
      writeFileSync(keysFile, text)
      expect(() => readPublicKeys(keysFile)).toThrow(ReleaseToolError)
    },
  )
})

const PACKAGE = 'made'
const SHA512 = createHash('sha512').update(PACKAGE).digest('base64')
const FILE = 'isotherm-1.2.0-x86_64.AppImage'
const WRITTEN = `version: 1.2.0
files:
  - url: ${FILE}
    sha512: ${SHA512}
    size: ${PACKAGE.length}
    blockMapSize: 2
path: ${FILE}
sha512: ${SHA512}
releaseDate: '2026-11-20T10:00:00.000Z'
`

describe('the feed of a release', () => {
  const NOW = Date.parse('2026-11-20T10:00:00Z')
  const RELEASE = { now: NOW, days: 30, notes: 'Depth is drawn faster.\n\n- "Quotes": and \\ signs\n' }

  it('gets the fields that the terminal requires, and is otherwise unchanged', () => {
    const text = completeFeed(WRITTEN, 'latest-linux.yml', { ...RELEASE, staging: 25, minimum: '10.0.19045' })
    expect(text.startsWith(WRITTEN)).toBe(true)
    expect(text).toContain('\nfeed: "latest-linux.yml"\nexpires: "2026-12-20T10:00:00.000Z"\n')
    expect(text).toContain('\nstagingPercentage: 25\nminimumSystemVersion: "10.0.19045"\n')
  })

  it.each<[string, string, object, string]>([
    [WRITTEN, 'latest.txt', {}, 'not the name of a feed'],
    ['path: a\n', 'latest.yml', {}, 'no version or no files'],
    [`${WRITTEN}expires: 2027\n`, 'latest.yml', {}, '"expires" already'],
    [WRITTEN, 'latest.yml', { days: 0 }, '--days'],
    [WRITTEN, 'latest.yml', { staging: 101 }, '--staging'],
    [WRITTEN, 'latest.yml', { notes: 'x'.repeat(8001) }, 'the notes are longer'],
  ])('is not signed when invalid: %#', (text, name, change, says) => {
    expect(() => completeFeed(text, name, { ...RELEASE, ...change })).toThrow(says)
  })

  it('is signed, verified and read by the terminal itself, through the command line', () => {
    run('release-keys.mjs', '--private', join(folder, 'key.pem'), '--keys', keysFile)
    const feed = join(folder, 'latest-linux.yml')
    const notes = join(folder, 'notes.txt')
    writeFileSync(join(folder, FILE), PACKAGE)
    writeFileSync(feed, WRITTEN)
    writeFileSync(notes, RELEASE.notes)
    const output = run(
      'sign-feed.mjs',
      '--private',
      join(folder, 'key.pem'),
      '--keys',
      keysFile,
      '--notes',
      notes,
      feed,
    )
    expect(output).toContain('1.2.0, signed by the present key, good until')
    expect(run('sign-feed.mjs', '--verify', '--keys', keysFile, feed)).toBe(output)
    const bytes = readFileSync(feed)
    const signature = readFileSync(`${feed}.sig`, 'utf8').trim()
    expect(isSigned(bytes, signature, readKeys(readPublicKeys(keysFile)))).toBe(true)
    // Signed twice, it would contain contradictory fields.
    expect(() => run('sign-feed.mjs', '--private', join(folder, 'key.pem'), '--keys', keysFile, feed)).toThrow(
      'already',
    )
    expect(readFileSync(feed)).toEqual(bytes)
    // Again, with another rollout percentage: its notes stay, and each field occurs once.
    const again = ['--private', join(folder, 'key.pem'), '--keys', keysFile, '--again']
    run('sign-feed.mjs', ...again, '--days', '60', '--staging', '10', feed)
    run('sign-feed.mjs', ...again, '--days', '90', feed)
    const resigned = readFileSync(feed, 'utf8')
    expect(resigned.split('\n').slice(0, -3)).toEqual(bytes.toString().split('\n').slice(0, -3))
    expect(resigned).toContain(`notes: ${JSON.stringify(RELEASE.notes.trim())}\n`)
    expect(resigned).not.toContain('stagingPercentage')
    writeFileSync(feed, `${bytes} `)
    expect(() => run('sign-feed.mjs', '--verify', '--keys', keysFile, feed)).toThrow('signed by none of the keys')
  })

  it('is refused once it has expired, or under another name', () => {
    make('key.pem', 'present')
    const put = (name: string, text: string): string => {
      const file = join(folder, name)
      writeFileSync(file, text)
      writeFileSync(`${file}.sig`, signatureOf(Buffer.from(text), pem('key.pem')))
      return file
    }
    const text = completeFeed(WRITTEN, 'latest-linux.yml', RELEASE)
    const keys = readPublicKeys(keysFile)
    expect(verifyFeed(put('latest-linux.yml', text), keys, NOW)).toMatchObject({ by: 'present', version: '1.2.0' })
    expect(() => verifyFeed(put('latest-linux.yml', text), keys, NOW + 31 * 86_400_000)).toThrow('has expired')
    expect(() => verifyFeed(put('beta-linux.yml', text), keys, NOW)).toThrow('was signed as latest-linux.yml')
  })

  it('is signed with an Ed25519 key only', () => {
    expect(() => signatureOf(Buffer.from(''), 'no key')).toThrow('cannot be read')
  })
})

describe('sign-feed.mjs', () => {
  const NAMED = { sha512: SHA512, size: PACKAGE.length }
  /** A feed as electron-builder writes it. */
  const feedOf = (change: object, file: object = {}): string =>
    serializeToYaml({
      ...{ version: '1.2.0', files: [{ url: FILE, ...NAMED, ...file }], path: FILE, sha512: SHA512 },
      ...{ releaseDate: '2026-11-20T10:00:00.000Z', ...change },
    })
  const [SHORTER, OTHER] = ['isotherm-1.2.0-x86_64.zip', createHash('sha512').update('evil').digest('base64')]
  const put = (text: string): string => {
    make('key.pem', 'present')
    writeFileSync(join(folder, FILE), PACKAGE)
    writeFileSync(join(folder, 'isotherm-1.2.0-beta.1-x86_64.AppImage'), PACKAGE)
    writeFileSync(join(folder, 'latest-linux.yml'), text)
    return join(folder, 'latest-linux.yml')
  }
  const signs = (feed: string, ...flags: string[]): string =>
    run('sign-feed.mjs', '--private', join(folder, 'key.pem'), '--keys', keysFile, ...flags, feed)

  it('signs a feed whose version, size and SHA-512 match the files next to it', () => {
    expect(signs(put(feedOf({})), '--version', '1.2.0')).toContain('1.2.0, signed by the present key')
  })

  it.each([
    ['its SHA-512', feedOf({ sha512: OTHER }, { sha512: OTHER }), FILE],
    ['its size', feedOf({}, { size: PACKAGE.length + 1 }), FILE],
    ['a missing file', feedOf({ path: SHORTER }, { url: SHORTER }), SHORTER],
    ['its version', feedOf({ version: '1.3.0' }), FILE],
    [
      "a beta's file",
      feedOf({}, { url: 'isotherm-1.2.0-beta.1-x86_64.AppImage' }),
      'isotherm-1.2.0-beta.1-x86_64.AppImage',
    ],
    ['a file in another folder', feedOf({}, { url: `../${FILE}` }), `../${FILE}`],
    ['a different path', feedOf({ path: SHORTER }), SHORTER],
    ['a different hash', feedOf({ sha512: OTHER }), FILE],
    ['an unknown field', feedOf({ packages: 'x' }), 'packages'],
    ['a second version', feedOf({}).replace('path:', `version: 1.2.0\npath:`), 'version'],
    ['an empty file list', feedOf({ files: [] }), 'files'],
  ])('refuses a feed that differs from the files next to it by %s, and names the difference', (_what, text, named) => {
    const feed = put(text)
    expect(() => signs(feed)).toThrow(named)
    expect(readFileSync(feed, 'utf8')).toBe(text)
    expect(existsSync(`${feed}.sig`)).toBe(false)
  })

  it('refuses a feed of another version than the release', () => {
    const feed = put(feedOf({}))
    expect(() => signs(feed, '--version', '1.2.1')).toThrow('is of version 1.2.0, not of 1.2.1')
    expect(existsSync(`${feed}.sig`)).toBe(false)
  })

  it('refuses to re-sign a feed whose file has changed since', () => {
    const feed = put(feedOf({}))
    signs(feed)
    const before = readFileSync(`${feed}.sig`, 'utf8')
    writeFileSync(join(folder, FILE), 'evil')
    expect(() => signs(feed, '--again')).toThrow(FILE)
    expect(readFileSync(`${feed}.sig`, 'utf8')).toBe(before)
  })

  it('finds the files of a feed in the given folder', () => {
    const feed = put(feedOf({}))
    expect(() => compareFeed(readFileSync(feed, 'utf8'), 'latest-linux.yml', { folder: root })).toThrow(FILE)
    mkdirSync(join(folder, 'feed'))
    writeFileSync(join(folder, 'feed', 'latest-linux.yml'), feedOf({}))
    expect(signs(join(folder, 'feed', 'latest-linux.yml'), '--files', folder)).toContain('signed by the present key')
  })
})

it('is parsed as it was signed', async () => {
  const { parseUpdateInfo } = await import('electron-updater/out/providers/Provider.js')
  const notes = 'Two lines:\n- "one" \\ ’é’ 😀\n- #two'
  const text = completeFeed(WRITTEN, 'latest-linux.yml', { now: Date.now(), days: 3, notes })
  const release = readRelease(parseUpdateInfo(text, 'latest-linux.yml', new URL('feed:')), 'latest-linux.yml')
  expect(release).toMatchObject({ version: '1.2.0', notes, files: [{ url: FILE, size: 4 }] })
})
