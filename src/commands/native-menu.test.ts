import { describe, expect, it } from 'vitest'
import { menuItems } from '../../contract/desktop.ts'
import type { Command } from './command.ts'
import { nativeMenu } from './native-menu.ts'

const command = (id: string, more: Partial<Command> = {}): Command => ({
  id,
  title: `Do ${id}`,
  scope: 'app',
  run: () => undefined,
  ...more,
})

describe('commands in the application menu', () => {
  it('are grouped by purpose, with their key, their mark and the reason if unavailable', () => {
    const items = nativeMenu([
      command('workspace/save', { keys: [{ code: 'KeyS', mod: true }] }),
      command('trade/buy/ask', { impossible: 'no market is in use' }),
      command('setting/theme/dark', {
        selected: true,
        menu: { menu: 'View', section: 'Appearance', submenu: 'Theme', label: 'Dark theme' },
      }),
      command('window/new'),
      command('something/else'),
      command('panel/show/chart'),
    ])
    expect(items.map(({ id, menu, section, submenu }) => [id, menu, section, submenu])).toEqual([
      ['panel/show/chart', 'View', 'Panels', 'Show a panel'],
      ['workspace/save', 'File', 'Workspace', null],
      ['trade/buy/ask', 'Trade', 'Orders', 'Buy'],
      ['setting/theme/dark', 'View', 'Appearance', 'Theme'],
      ['something/else', 'Go', 'Other', null],
    ])
    expect(items[1]?.key).toEqual({ code: 'KeyS', mod: true })
    expect(items[2]?.off).toBe('no market is in use')
    expect([items[3]?.label, items[3]?.isChosen]).toEqual(['Dark theme', true])
  })

  it('fit main’s limits for any command title', () => {
    const items = nativeMenu([
      command('trade/a', { title: `long ${'x'.repeat(400)}`, impossible: 'a\nb' }),
      command('with space'),
      command('trade/empty', { title: '\n' }),
      ...Array.from({ length: 600 }, (_, index) => command(`panel/show/${index}`)),
    ])
    expect(menuItems.safeParse(items).success).toBe(true)
    expect(items.find(({ id }) => id === 'trade/a')?.off).toBe('a b')
  })
})
