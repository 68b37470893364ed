import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS, type Settings } from '../../contract/settings-table.ts'
import { exportedText, previewOf, readExported } from './exported.ts'

const own: Settings = {
  ...DEFAULT_SETTINGS,
  theme: 'light',
  textSize: 120,
  keys: { 'panel/show/limits': [{ code: 'KeyL', mod: true, alt: true }], palette: [] },
}
const text = (more: object): string => JSON.stringify({ format: 'isotherm-settings', version: 1, ...more })

describe('the settings as text', () => {
  it('come back as they were, keys and all, and hold no limit', () => {
    const exported = exportedText(own)
    expect(exported).not.toContain('"limits"')
    expect(exported).not.toContain('orderValue')
    const { settings, keys, left } = readExported(exported, DEFAULT_SETTINGS)
    const { keys: _keys, limits: _limits, ...others } = own
    expect([settings, keys, left]).toEqual([others, own.keys, []])
  })

  it('say what would change before anything does', () => {
    const preview = previewOf(readExported(exportedText(own), DEFAULT_SETTINGS), DEFAULT_SETTINGS)
    expect(preview).toEqual({
      changes: [
        { title: 'Theme', from: 'Dark theme', to: 'Light theme' },
        { title: 'Text size', from: '100 %', to: '120 %' },
      ],
      keys: own.keys,
      left: [],
    })
  })

  it('never loosen a safety catch, and may tighten one', () => {
    const loose = text({ settings: { unverifiedActions: 'confirm' } })
    const strict = { ...DEFAULT_SETTINGS, unverifiedActions: 'refuse' } as const
    expect(readExported(loose, strict)).toEqual({
      settings: {},
      keys: {},
      left: ['Actions that cannot be verified stays “Refuse”: no text loosens it. Change it in Limits.'],
    })
    const tight = text({ settings: { unverifiedActions: 'refuse' } })
    expect(readExported(tight, DEFAULT_SETTINGS).settings).toEqual({ unverifiedActions: 'refuse' })
  })

  it('name what cannot be used, and take the others', () => {
    const read = readExported(
      text({
        settings: { theme: 'pink', limits: { orderValue: '9' }, density: 'compact' },
        keys: { palette: [{ code: 'Escape' }], 'keys/change': [{ code: 'KeyU', mod: true }] },
      }),
      DEFAULT_SETTINGS,
    )
    expect(read).toEqual({
      settings: { density: 'compact' },
      keys: { 'keys/change': [{ code: 'KeyU', mod: true }] },
      left: [
        'Theme cannot be "pink".',
        '“limits” is no setting of this version.',
        'The keys of “palette” cannot be used.',
      ],
    })
  })

  it.each([
    ['', 'cannot be read as JSON'],
    ['[]', 'This is no export of settings.'],
    ['{"format":"isotherm-workspace"}', 'A workspace is imported from the menu'],
    [JSON.stringify({ format: 'isotherm-settings', version: 2 }), 'another version'],
  ])('are refused where they are none: %s', (wrong, words) => {
    expect(() => readExported(wrong, DEFAULT_SETTINGS)).toThrow(words)
  })
})
