import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeSums } from './release-sums.mjs'

const folderWith = (files: Record<string, string>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'isotherm-sums-'))
  mkdirSync(join(folder, 'linux-unpacked'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}
const pair = generateKeyPairSync('ed25519')
const pem = String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }))

describe('the sums of a release', () => {
  it('are of every file, and signed; a second time they are the same', () => {
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
    ['no file', {}, pem, 'there is no file'],
    ['no key', { a: 'a' }, '', 'is missing'],
    [
      'a key of another kind',
      { a: 'a' },
      String(generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' })),
      'no Ed25519 key',
    ],
  ])('are not written with %s', (_what, files, key, words) => {
    const folder = folderWith(files)
    expect(() => writeSums(folder, key)).toThrow(words)
    expect(existsSync(join(folder, 'SHA256SUMS'))).toBe(false)
  })
})
