import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { type KeyChoices, MENU_KEYS } from '../../contract/key.ts'
import { acceleratorOf } from './accelerator.ts'
import { applicationMenu } from './menu.ts'

const itemsOn = (platform: NodeJS.Platform, keys: KeyChoices = {}): readonly MenuItemConstructorOptions[] =>
  applicationMenu(
    { newWindow: () => undefined, closeWindow: () => undefined, quit: () => undefined, textSize: () => undefined },
    keys,
    platform,
  ).flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))

describe('the application menu', () => {
  it('shows the keys of commands as they are now, and takes none of them', () => {
    const keysOf = (keys: KeyChoices) =>
      itemsOn('linux', keys).flatMap(({ label, accelerator, registerAccelerator }) =>
        label === undefined || label === 'Quit Isotherm' || accelerator === undefined
          ? []
          : [[label, accelerator, registerAccelerator]],
      )
    expect(keysOf({})).toEqual([
      ['New window', 'CmdOrCtrl+Shift+N', false],
      ['Usual text size', 'CmdOrCtrl+0', false],
      ['Larger text', 'CmdOrCtrl+=', false],
      ['Smaller text', 'CmdOrCtrl+-', false],
    ])
    const changed = { 'window/new': [{ code: 'KeyJ', alt: true }], 'setting/textSize/usual': [] }
    expect(keysOf(changed).map(([label, key]) => [label, key])).toEqual([
      ['New window', 'Alt+J'],
      ['Larger text', 'CmdOrCtrl+='],
      ['Smaller text', 'CmdOrCtrl+-'],
    ])
  })

  it('has no key of a command on a Mac, whose menu would take it', () => {
    const keys = itemsOn('darwin').flatMap(({ accelerator }) => accelerator ?? [])
    expect(keys).toEqual(['CmdOrCtrl+Q'])
  })

  it('zooms no page: text has one size, that of the settings', () => {
    for (const { role } of itemsOn('linux')) expect(['zoomIn', 'zoomOut', 'resetZoom']).not.toContain(role)
    const textSize = vi.fn()
    const menu = applicationMenu(
      { newWindow: () => undefined, closeWindow: () => undefined, quit: () => undefined, textSize },
      {},
      'linux',
    )
    const view = menu.find(({ label }) => label === 'View')?.submenu
    for (const item of Array.isArray(view) ? view : []) item.click?.(null as never, undefined, null as never)
    expect(textSize.mock.calls).toEqual([['usual'], ['larger'], ['smaller']])
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
