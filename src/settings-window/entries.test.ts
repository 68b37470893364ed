import { describe, expect, it } from 'vitest'
import { grouped } from '../../contract/grouped.ts'
import { DEFAULT_SETTINGS, LIMIT_SETTINGS, SETTINGS } from '../../contract/settings-table.ts'
import { entriesOf, foundEntries, SECTIONS } from './entries.ts'

const all = entriesOf(DEFAULT_SETTINGS, grouped)
const titles = (query: string): readonly string[] => foundEntries(all, query).map(({ title }) => title)

describe('the entries of the settings window', () => {
  it('are every setting and every limit, each once, with its explanation', () => {
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

  it('are in section order, and no section is empty', () => {
    expect([...new Set(all.map(({ section }) => section))]).toEqual(SECTIONS)
  })

  it('show the default of a changed setting', () => {
    const changed = entriesOf({ ...DEFAULT_SETTINGS, theme: 'light', textSize: 120 }, grouped)
    const usual = changed.flatMap((entry) =>
      entry.kind === 'setting' && entry.usual !== null ? [[entry.id, entry.usual]] : [],
    )
    expect(usual).toEqual([
      ['theme', 'Dark theme'],
      ['textSize', '100 %'],
    ])
  })

  it('show the current limits', () => {
    const limits = { ...DEFAULT_SETTINGS.limits, orderValue: '1500' as never }
    const entry = entriesOf({ ...DEFAULT_SETTINGS, limits }, grouped).find(({ id }) => id === 'limits/orderValue')
    expect(entry).toMatchObject({ kind: 'limit', text: '1,500 USDC' })
  })

  it.each([
    ['theme', 'Theme'],
    ['DARK', 'Theme'],
    ['orange', 'Buy and sell colors'],
    ['station time', 'Time zone'],
    ['celsius unit', 'Temperature'],
    ['shortcuts', 'Keys'],
    ['mute', 'Sounds'],
    ['fill', 'Fill sound'],
    ['desktop', 'Alerts'],
    ['ntfy', 'Remote notifications'],
    ['network', 'Deployments'],
    ['backup', 'Export settings'],
  ])('are found by %s: %s', (query, title) => {
    expect(titles(query)).toContain(title)
  })

  it('are all listed without a query, and none for a query without a match', () => {
    expect(titles('  ')).toHaveLength(all.length)
    expect(titles('theme zzz')).toEqual([])
  })
})
