import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { NoLicenceError, thirdPartyText } from './third-party.ts'

/** A clone with packages: each with its files next to its package.json. */
function cloneWith(packages: Record<string, Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'isotherm-licences-'))
  for (const [place, files] of Object.entries(packages)) {
    const folder = join(root, 'node_modules', place)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '1.2.3', license: 'MIT' }))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  }
  return root
}

describe('third-party licenses', () => {
  it('are complete, each package once and in order, with the required notices', () => {
    const root = cloneWith({
      '@z/last': { LICENSE: 'terms of last\r\nsecond line' },
      a: { 'LICENCE.md': 'terms of a', NOTICE: 'notice of a', 'licenses.ts': 'no terms' },
    })
    const text = thirdPartyText(root, ['a', '@z/last', 'a'])
    expect(text.match(/^Package .*$/gm)).toEqual(['Package @z/last 1.2.3 (MIT)', 'Package a 1.2.3 (MIT)'])
    expect(text).toContain('terms of last\nsecond line\n')
    expect(text).toContain('terms of a\n\nnotice of a\n')
    expect(text).not.toContain('no terms')
  })

  it('are those of the bundled version of a package', () => {
    const root = cloneWith({ b: { LICENSE: 'outer' }, 'a/node_modules/b': { LICENSE: 'inner' } })
    const text = thirdPartyText(root, ['a/node_modules/b'])
    expect(text).toContain('Package b 1.2.3')
    expect(text).toContain('inner')
  })

  it.each([
    ['has no file of them', {}],
    ['has an empty one', { LICENSE: ' \n' }],
  ])('are missing when a package %s, which fails the build with what to do', (_what, files) => {
    const make = () => thirdPartyText(cloneWith({ '@bad/one': files }), ['@bad/one'])
    expect(make).toThrow(NoLicenceError)
    expect(make).toThrow(/@bad\/one 1\.2\.3 .*\(MIT\).*@bad\+one\.txt/)
  })

  it('may be supplied by the project when a package names them without their text', () => {
    const root = cloneWith({ '@bad/one': {} })
    mkdirSync(join(root, 'resources', 'licences'), { recursive: true })
    writeFileSync(join(root, 'resources', 'licences', '@bad+one.txt'), 'terms after all')
    expect(thirdPartyText(root, ['@bad/one'])).toContain('terms after all')
  })
})
