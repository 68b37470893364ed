import { describe, expect, it } from 'vitest'
import { grouped } from '../../contract/grouped.ts'
import { DEFAULT_SETTINGS, LIMIT_SETTINGS, SETTINGS } from '../../contract/settings-table.ts'
import { entriesOf, foundEntries, SECTIONS } from './entries.ts'

const all = entriesOf(DEFAULT_SETTINGS, grouped)
const titles = (query: string): readonly string[] => foundEntries(all, query).map(({ title }) => title)

describe('what stands in the window of settings', () => {
  it('is every setting and every limit that there is, each once, with what it explains', () => {
    expect(
      all
        .filter(({ kind }) => kind === 'setting')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(Object.keys(SETTINGS).sort())
    expect(
      all
        .filter(({ kind }) => kind === 'limit')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(
      Object.keys(LIMIT_SETTINGS)
        .map((field) => `limits/${field}`)
        .sort(),
    )
    for (const { title, explanation, section } of all) {
      expect(title).not.toBe('')
      expect(explanation).toMatch(/\.$/)
      expect(SECTIONS).toContain(section)
    }
  })

  it('stands in the order of the sections, none of which is empty', () => {
    expect([...new Set(all.map(({ section }) => section))]).toEqual(SECTIONS)
  })

  it('says of a setting what it usually is once it is another', () => {
    const changed = entriesOf({ ...DEFAULT_SETTINGS, theme: 'light', textSize: 120 }, grouped)
    const usual = changed.flatMap((entry) =>
      entry.kind === 'setting' && entry.usual !== null ? [[entry.id, entry.usual]] : [],
    )
    expect(usual).toEqual([
      ['theme', 'Dark theme'],
      ['textSize', '100 %'],
    ])
  })

  it('shows limits as they hold', () => {
    const limits = { ...DEFAULT_SETTINGS.limits, orderValue: '1500' as never }
    const entry = entriesOf({ ...DEFAULT_SETTINGS, limits }, grouped).find(({ id }) => id === 'limits/orderValue')
    expect(entry).toMatchObject({ kind: 'limit', words: '1,500 USDC' })
  })

  it.each([
    ['theme', 'Theme'],
    ['DARK', 'Theme'],
    ['orange', 'Colors of the sides'],
    ['station time', 'Time zone'],
    ['celsius unit', 'Temperature'],
    ['shortcuts', 'Keys'],
    ['mute', 'Sounds'],
    ['fill', 'Sound of a fill'],
    ['desktop', 'Alerts and their notifications'],
    ['ntfy', 'Remote notifications'],
    ['network', 'Deployments'],
    ['backup', 'Give the settings out'],
  ])('finds by the words %s: %s', (query, title) => {
    expect(titles(query)).toContain(title)
  })

  it('finds all without words, and nothing by words that nothing has', () => {
    expect(titles('  ')).toHaveLength(all.length)
    expect(titles('theme zzz')).toEqual([])
  })
})
