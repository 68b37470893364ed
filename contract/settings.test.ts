import { describe, expect, it } from 'vitest'
import { calls } from './ipc.ts'
import { changedKeys } from './key.ts'
import { type Setting, valueText } from './settings.ts'
import { schemaOf } from './settings-schema.ts'
import { DEFAULT_SETTINGS, LIMIT_SETTINGS, SETTINGS, type SettingKey } from './settings-table.ts'

const all = Object.entries<Setting>({ ...SETTINGS, ...LIMIT_SETTINGS })
const change = calls.saveSettings.input

describe('the table of settings', () => {
  it.each(all)('%s has labels, and a valid default', (_, setting) => {
    expect(schemaOf(setting).safeParse(setting.initial).success).toBe(true)
    expect(setting.title).not.toBe('')
    expect(setting.explanation).toMatch(/\.$/)
    expect(valueText(setting, setting.initial)).not.toBe('')
  })

  it.each(all)('%s rejects a value of another type', (_, setting) => {
    const wrong = setting.kind === 'flag' ? 'true' : setting.kind === 'whole' ? String(setting.initial) : 7
    expect(schemaOf(setting).safeParse(wrong).success).toBe(false)
    expect(schemaOf(setting).safeParse('').success).toBe(false)
  })

  it('bounds integers and keeps them on their steps', () => {
    const size = schemaOf(SETTINGS.textSize)
    expect([80, 110, 150].map((value) => size.safeParse(value).success)).toEqual([true, true, true])
    expect([70, 160, 105, 100.5].map((value) => size.safeParse(value).success)).toEqual([false, false, false, false])
  })

  it('lets a limit be empty only when it is optional', () => {
    expect(schemaOf(LIMIT_SETTINGS.dayLoss).safeParse(null).success).toBe(true)
    expect(schemaOf(LIMIT_SETTINGS.orderValue).safeParse(null).success).toBe(false)
    expect(schemaOf(LIMIT_SETTINGS.priceBandDegrees).safeParse('100.5').success).toBe(false)
  })
})

describe('a change by a window', () => {
  it('may be each setting of the table, alone or with others', () => {
    for (const key of Object.keys(SETTINGS) as SettingKey[]) {
      expect(change.parse({ [key]: DEFAULT_SETTINGS[key] })).toEqual({ [key]: DEFAULT_SETTINGS[key] })
    }
    expect(change.parse({ theme: 'light', textSize: 120 })).toEqual({ theme: 'light', textSize: 120 })
  })

  it('may not be a limit, nor anything that is not in the table', () => {
    expect(change.safeParse({ limits: DEFAULT_SETTINGS.limits }).success).toBe(false)
    expect(change.safeParse({ colour: 'red' }).success).toBe(false)
    expect(change.safeParse({ timeZone: 'Europe/Berlin' }).success).toBe(false)
  })
})

describe('command keys', () => {
  const keys = calls.saveKeys.input
  const change = (changes: unknown) => keys.safeParse({ from: 'kept', changes }).success

  it('are accepted by position or character, as none, or as the default', () => {
    expect(change({ palette: [{ code: 'KeyJ', mod: true }], keys: [{ sign: '!' }], 'window/new': [], x: null })).toBe(
      true,
    )
    const before = { a: [{ code: 'KeyA', alt: true }], b: [] }
    expect(changedKeys(before, { a: null, c: [] })).toEqual({ b: [], c: [] })
  })

  it.each([
    [{ palette: [{ code: 'Escape' }] }],
    [{ palette: [{ code: 'KeyC', mod: true }] }],
    [{ palette: [{ code: '' }] }],
    [{ palette: [{ sign: 'ab' }] }],
    [{ palette: [{ sign: '/' }] }],
    [{ palette: [{ code: 'KeyJ', extra: true }] }],
    [{ palette: { code: 'KeyJ' } }],
    [{ palette: Array.from({ length: 5 }, (_, at) => ({ code: `F${at + 1}` })) }],
  ])('are refused if no command can have them: %j', (changes) => {
    expect(change(changes)).toBe(false)
  })

  it('are refused for more commands at once than exist', () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, []]))
    expect([change(many(500)), change(many(501))]).toEqual([true, false])
  })
})
