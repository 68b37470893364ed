import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { type MenuItemInput, menuItems, type NativeMenuItem } from '../../contract/desktop.ts'
import { type KeyChoices, MENU_KEYS } from '../../contract/key.ts'
import { acceleratorOf, applicationMenu } from './menu.ts'

const ITEM: MenuItemInput = {
  id: 'trade/flatten',
  menu: 'Trade',
  section: 'Cancel',
  submenu: null,
  label: 'Flatten: cancel & close',
  key: { code: 'KeyX', alt: true },
  off: null,
  isChosen: false,
}
const ITEMS: readonly NativeMenuItem[] = menuItems.parse([
  ITEM,
  { ...ITEM, id: 'trade/buy/ask', section: 'Orders', submenu: 'Buy', label: 'Buy at the ask', off: 'no market' },
  { ...ITEM, id: 'trade/buy/bid', section: 'Orders', submenu: 'Buy', label: 'Buy at the bid', key: null },
  { ...ITEM, id: 'setting/theme/dark', menu: 'View', section: 'Appearance', label: 'Dark', key: null, isChosen: true },
] satisfies readonly MenuItemInput[])

function menuOn(platform: NodeJS.Platform, { keys = {}, items = ITEMS, run = vi.fn() } = {}) {
  const actions = { newWindow: () => undefined, closeWindow: () => undefined, quit: () => undefined, run }
  return applicationMenu(actions, { keys: keys as KeyChoices, items, platform })
}
const inside = ({ submenu }: MenuItemConstructorOptions): readonly MenuItemConstructorOptions[] =>
  Array.isArray(submenu) ? submenu.flatMap((item) => [item, ...inside(item)]) : []
const allOf = (menu: readonly MenuItemConstructorOptions[]) => menu.flatMap(inside)

describe('the application menu', () => {
  it('has the commands of the front window, and main’s own entries', () => {
    expect(menuOn('linux').map(({ label }) => label)).toEqual(['File', 'Edit', 'View', 'Trade', 'Window', 'Help'])
    expect(menuOn('darwin')[0]?.label).toBe('Isotherm')
    const trade = menuOn('linux').find(({ label }) => label === 'Trade')
    const labels = (trade === undefined ? [] : inside(trade)).map(({ label, type }) => label ?? type)
    expect(labels).toEqual([
      'Flatten: cancel && close',
      'separator',
      'Buy',
      'Buy at the ask (no market)',
      'Buy at the bid',
    ])
    const dark = allOf(menuOn('linux')).find(({ id }) => id === 'setting/theme/dark')
    expect([dark?.type, dark?.checked]).toEqual(['checkbox', true])
  })

  it('runs nothing itself: a command is passed to the front window by its id', () => {
    const run = vi.fn()
    const front = {} as never
    for (const item of allOf(menuOn('linux', { run }))) {
      if (item.id !== undefined && item.enabled !== false) item.click?.(null as never, front, null as never)
    }
    expect(run.mock.calls).toEqual([
      [front, 'setting/theme/dark'],
      [front, 'trade/flatten'],
      [front, 'trade/buy/bid'],
    ])
  })

  it('shows unavailable commands as disabled, with the reason', () => {
    const off = (platform: NodeJS.Platform) => allOf(menuOn(platform)).find(({ id }) => id === 'trade/buy/ask')
    expect(off('linux')).toMatchObject({ enabled: false, label: 'Buy at the ask (no market)' })
    expect(off('darwin')).toMatchObject({ enabled: false, label: 'Buy at the ask', sublabel: 'no market' })
  })

  it('shows the current keys of commands, and handles none of them', () => {
    const keysOf = (keys: KeyChoices) =>
      allOf(menuOn('linux', { keys })).flatMap(({ label, accelerator, registerAccelerator }) =>
        label === 'Quit Isotherm' || accelerator === undefined ? [] : [[label, accelerator, registerAccelerator]],
      )
    expect(keysOf({})).toEqual([
      ['New window', 'CmdOrCtrl+Shift+N', false],
      ['Flatten: cancel && close', 'Alt+X', false],
      ['Buy at the ask (no market)', 'Alt+X', false],
    ])
    expect(keysOf({ 'window/new': [{ code: 'KeyJ', alt: true }] })[0]?.[1]).toBe('Alt+J')
  })

  it('has no key of a command on a Mac, whose menu would handle it', () => {
    expect(allOf(menuOn('darwin')).flatMap(({ accelerator }) => accelerator ?? [])).toEqual(['CmdOrCtrl+Q'])
  })

  it('zooms no page: text has only the size in the settings', () => {
    for (const { role } of allOf(menuOn('linux'))) expect(['zoomIn', 'zoomOut', 'resetZoom']).not.toContain(role)
  })
})

describe('a key in the menu', () => {
  it.each([
    [MENU_KEYS['window/new'], 'CmdOrCtrl+Shift+N'],
    [{ code: 'F6', shift: true }, 'Shift+F6'],
    [{ code: 'ArrowLeft', mod: true, alt: true }, 'CmdOrCtrl+Alt+Left'],
    [{ sign: '?' }, '?'],
    [{ code: 'IntlBackslash' }, null],
  ])('%j is %s', (key, text) => {
    expect(acceleratorOf(key)).toBe(text)
  })
})
