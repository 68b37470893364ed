import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { releaseNotes } from './release-notes.mjs'

const CHANGES = `# Changes

## [Unreleased]

- Not yet.

## [1.2.0] - 2026-12-01

### Added

- **Books** that [add up](docs/limits.md), with
  a second line.

### Fixed

- \`A\` thing.

## [1.1.0] - 2026-11-01

- Old.
`

describe('the notes of a release', () => {
  it('are its section of the change log, as plain text', () => {
    const notes = 'Added\n\n- Books that add up, with a second line.\n\nFixed\n\n- A thing.'
    expect(releaseNotes('v1.2.0', '1.2.0', CHANGES)).toBe(notes)
    expect(releaseNotes('v1.1.0', '1.1.0', CHANGES)).toBe('- Old.')
  })

  it.each([
    ['another tag', 'v1.2.1', '1.2.0', CHANGES, 'the tag is v1.2.1, and package.json says 1.2.0'],
    ['no section', 'v1.3.0', '1.3.0', CHANGES, 'no section [1.3.0]'],
    ['no date', 'v1.2.0', '1.2.0', CHANGES.replace(' - 2026-12-01', ''), 'has no date'],
    ['no text', 'v2.0.0', '2.0.0', '## [2.0.0] - 2026-12-01\n', 'is empty'],
    ['too much text', 'v2.0.0', '2.0.0', `## [2.0.0] - 2026-12-01\n${'x'.repeat(8001)}`, 'is longer'],
  ])('are refused with %s', (_what, tag, version, changes, text) => {
    expect(() => releaseNotes(tag, version, changes)).toThrow(text)
  })

  it('can be extracted from the project’s own change log once its section has a date', () => {
    const changes = readFileSync(join(import.meta.dirname, '..', '..', 'CHANGELOG.md'), 'utf8')
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'))
    const dated = changes.replace('## [Unreleased]', `## [${version}] - 2026-12-01`)
    expect(releaseNotes(`v${version}`, version, dated).length).toBeGreaterThan(100)
  })
})
