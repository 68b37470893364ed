import { describe, expect, it } from 'vitest'
import { actOf, type HandledKey } from '../handled-keys.ts'
import { ANYWHERE_KEYS, FILTER_KEYS, HEAD_KEYS, ROW_KEYS } from './filter-bar.tsx'

type KeyPress = Parameters<typeof actOf>[1]

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})
/** The key press that the sheet describes. */
const pressOf = (key: string, { mod, alt, shift }: HandledKey): KeyPress =>
  press(key, { ctrlKey: mod === true, altKey: alt === true, shiftKey: shift === true })

describe('the keys of a table', () => {
  // Handlers are one per act by type, so every listed act is handled.
  it.each([
    ['anywhere', ANYWHERE_KEYS],
    ['on a row', ROW_KEYS],
    ['on a head', HEAD_KEYS],
    ['in the filter', FILTER_KEYS],
  ] as const)('%s do what the sheet lists for each, and none is shadowed by another', (_where, list) => {
    for (const reported of list as readonly HandledKey[]) {
      for (const key of reported.keys) expect([key, actOf(list, pressOf(key, reported))]).toEqual([key, reported.act])
    }
  })

  it('ignore combinations with Ctrl, Cmd or Alt that are not theirs', () => {
    expect(actOf(ROW_KEYS, press('ArrowDown', { altKey: true }))).toBeNull()
    expect(actOf(ROW_KEYS, press('ArrowDown', { ctrlKey: true }))).toBeNull()
    expect(actOf(ANYWHERE_KEYS, press('c'))).toBeNull()
    expect(actOf(ANYWHERE_KEYS, press('C', { metaKey: true }))).toBe('copy')
    expect(actOf(ANYWHERE_KEYS, press('/', { shiftKey: true }))).toBe('filter')
  })

  it('distinguish Alt from Alt and Shift on a head', () => {
    expect(actOf(HEAD_KEYS, press('ArrowLeft', { altKey: true }))).toBe('move-column')
    expect(actOf(HEAD_KEYS, press('ArrowLeft', { altKey: true, shiftKey: true }))).toBe('set-width')
    expect(actOf(HEAD_KEYS, press('ArrowLeft'))).toBe('to-head')
  })
})
