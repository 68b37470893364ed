import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compareWith, digestOf, digestsOf, writeSums } from './release-sums.mjs'

const folderWith = (files: Record<string, string>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'isotherm-sums-'))
  mkdirSync(join(folder, 'linux-unpacked'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}
const pair = generateKeyPairSync('ed25519')
const pem = String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }))

describe('the sums of a release', () => {
  it('cover every file, are signed, and are reproducible', () => {
    const folder = folderWith({ 'b.deb': 'b', 'a.AppImage': 'a' })
    for (const _time of [1, 2]) {
      expect(writeSums(folder, pem)).toEqual(['a.AppImage', 'b.deb'])
      const bytes = readFileSync(join(folder, 'SHA256SUMS'))
      const sum = (text: string): string => createHash('sha256').update(text).digest('hex')
      expect(String(bytes)).toBe(`${sum('a')}  a.AppImage\n${sum('b')}  b.deb\n`)
      const signature = Buffer.from(readFileSync(join(folder, 'SHA256SUMS.sig'), 'utf8'), 'base64')
      expect(verify(null, bytes, pair.publicKey, signature)).toBe(true)
    }
  })

  it.each([
    ['no files', {}, pem, 'there is no file'],
    ['no key', { a: 'a' }, '', 'is missing'],
    [
      'a key of another type',
      { a: 'a' },
      String(generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' })),
      'no Ed25519 key',
    ],
  ])('are not written with %s', (_what, files, key, text) => {
    const folder = folderWith(files)
    expect(() => writeSums(folder, key)).toThrow(text)
    expect(existsSync(join(folder, 'SHA256SUMS'))).toBe(false)
  })
})

describe('the digests of a build', () => {
  const sum = (text: string): string => createHash('sha256').update(text).digest('hex')
  const run = (...args: string[]): string =>
    execFileSync(process.execPath, [join(import.meta.dirname, 'release-sums.mjs'), ...args], {
      encoding: 'utf8',
      stdio: 'pipe',
    })

  it('cover every file in every folder, in the same order on every system', () => {
    const folder = folderWith({ b: 'b', a: 'a', '.hidden': 'h', B: 'B' })
    writeFileSync(join(folder, 'linux-unpacked', 'c'), 'c')
    expect(Object.entries(digestsOf(folder))).toEqual(
      [
        ['.hidden', 'h'],
        ['B', 'B'],
        ['a', 'a'],
        ['b', 'b'],
        ['linux-unpacked/c', 'c'],
      ].map(([name = '', text = '']) => [name, sum(text)]),
    )
  })

  it('are combined into one, which changes with each path and each byte', () => {
    const all: Record<string, string>[] = [
      { a: 'a', b: 'b' },
      { a: 'a', c: 'b' },
      { a: 'a', b: 'B' },
      { a: 'ab', b: '' },
      { a: 'a' },
    ]
    expect(new Set(all.map((files) => digestOf(folderWith(files)))).size).toBe(all.length)
    expect(digestOf(folderWith({ b: 'b', a: 'a' }))).toBe(digestOf(folderWith({ a: 'a', b: 'b' })))
    expect(run('--one', folderWith({ a: 'a' }))).toBe(`${digestOf(folderWith({ a: 'a' }))}\n`)
  })

  it('are compared on another machine with each file of the folder', () => {
    const reported = run('--each', folderWith({ a: 'a', b: 'b' })).trimEnd()
    expect(reported).not.toContain('\n')
    expect(run('--compare', reported, folderWith({ a: 'a', b: 'b' }))).toBe('2 files, all as reported\n')
  })

  it.each([
    ['changed', { a: 'a', b: 'evil' }, 'b is not the file that was reported'],
    ['missing', { a: 'a' }, 'b is missing'],
    ['added', { a: 'a', b: 'b', 'latest.yml': 'x' }, 'latest.yml was not reported'],
    ['named like an Object property', { a: 'a', b: 'b', constructor: 'x' }, 'constructor was not reported'],
  ])('refuse a file that was %s, and name it', (_what, files, fault) => {
    const reported = JSON.stringify(digestsOf(folderWith({ a: 'a', b: 'b' })))
    expect(() => run('--compare', reported, folderWith(files))).toThrow(fault)
  })

  it('refuse every file when none were reported', () => {
    expect(() => compareWith(folderWith({ a: 'a' }), '')).toThrow('no digests were reported')
    expect(() => compareWith(folderWith({ a: 'a' }), '{}')).toThrow('a was not reported')
    expect(() => run('--compare', '', folderWith({ a: 'a' }))).toThrow('no digests were reported')
  })
})
