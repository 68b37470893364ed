import { describe, expect, it } from 'vitest'
import { askFor, defaultKeysTaken, withChosenKeys } from './chosen-keys.ts'
import type { Command } from './command.ts'
import { keyText, type Press } from './keys.ts'
import { commandFor } from './listen.ts'
import { CommandTable } from './registry.ts'
import { press } from './testing/press.ts'

const command = (id: string, more: Partial<Command> = {}): Command => ({
  id,
  title: `Do ${id}`,
  scope: 'window',
  run: () => undefined,
  ...more,
})
const find = command('find', { scope: 'app', keys: [{ code: 'KeyK', mod: true }] })
const help = command('help', { keys: [{ sign: '?' }] })
const plain = command('plain')
const centre = command('centre', { scope: 'panel/ladder', keys: [{ code: 'KeyB' }] })
const zoom = command('zoom', { scope: 'panel/chart' })
const all = [find, help, plain, centre, zoom]
const reports = [{ heading: 'In the Chart panel', keys: [{ act: 'zoom', keys: ['+'] as const, does: 'Zoom in' }] }]
const name = (key: Parameters<typeof keyText>[0]) => keyText(key, false)
const ask = (asking: Command, one: Press, isMac = false) =>
  askFor(asking, one, { commands: all, handledKeys: reports, isMac, name })
const why = (asking: Command, one: Press, isMac = false): string | null => {
  const request = ask(asking, one, isMac)
  return request.kind === 'refused' ? request.why : null
}

describe('a requested key', () => {
  it('is assigned where it is free, with its modifiers, identified by its place', () => {
    expect(ask(plain, press('KeyG', { key: 'п', ctrlKey: true, altKey: true }))).toEqual({
      kind: 'free',
      key: { code: 'KeyG', mod: true, alt: true },
    })
    expect(ask(plain, press('KeyG', { metaKey: true, shiftKey: true }), true)).toEqual({
      kind: 'free',
      key: { code: 'KeyG', mod: true, shift: true },
    })
  })

  it('is refused with the name of the command that has it, by its place or by its sign', () => {
    expect(why(plain, press('KeyK', { ctrlKey: true }))).toBe('Ctrl K is used by “Do find”. Press another key.')
    expect(why(plain, press('Slash', { key: '?', shiftKey: true }))).toContain('is used by “Do help”')
    expect(why(find, press('KeyK', { ctrlKey: true }))).toBeNull()
  })

  it('may be the same in two kinds of panel, but not in a panel and everywhere', () => {
    expect(why(zoom, press('KeyB'))).toBeNull()
    expect(why(plain, press('KeyB'))).toContain('“Do centre”')
    expect(why(zoom, press('KeyK', { ctrlKey: true }))).toContain('“Do find”')
  })

  it.each([
    ['Escape', {}, 'goes back'],
    ['Tab', { shiftKey: true }, 'moves the focus'],
    ['Enter', {}, 'Enter confirms, or opens a row. Press another key.'],
    ['ArrowUp', {}, 'moves in tables'],
    ['ArrowLeft', { ctrlKey: true }, 'in a field'],
    ['KeyC', { ctrlKey: true }, 'copies'],
    ['KeyQ', { ctrlKey: true }, 'quits Isotherm'],
    ['F4', { altKey: true }, 'belongs to the system'],
    ['Slash', { key: '/' }, 'filters the rows'],
    ['Delete', {}, 'closes a tab'],
    ['KeyM', { metaKey: true }, 'belongs to the system'],
    ['KeyQ', { altGraph: true, key: '@' }, 'Q with AltGr types a character. Press another key.'],
    ['Equal', { key: '+', shiftKey: true }, 'is already used. In the Chart panel: Zoom in.'],
  ] as const)('of fields, tables, panels and the system is refused with its purpose: %s', (code, more, text) => {
    expect(why(plain, press(code, more))).toContain(text)
  })
})

describe('custom keys', () => {
  it('replace a command’s own everywhere, including in key handling', () => {
    const table = new CommandTable()
    table.add(all)
    table.choose({ find: [{ code: 'KeyJ', mod: true }], help: [] })
    const pressed = (one: Press) =>
      commandFor(table.commands, one, { inText: false, inDialog: false, panel: null }, false)?.id ?? null
    expect(pressed(press('KeyJ', { ctrlKey: true }))).toBe('find')
    expect(pressed(press('KeyK', { ctrlKey: true }))).toBeNull()
    expect(pressed(press('Slash', { key: '?', shiftKey: true }))).toBeNull()
    table.choose({})
    expect(pressed(press('KeyK', { ctrlKey: true }))).toBe('find')
  })

  it('take precedence over a later command with the same default key', () => {
    const chosen = { plain: [{ code: 'KeyK', mod: true }] }
    const resolved = withChosenKeys(all, chosen)
    expect(resolved.find(({ id }) => id === 'find')?.keys).toEqual([])
    expect(resolved.find(({ id }) => id === 'plain')?.keys).toEqual(chosen.plain)
    expect(defaultKeysTaken(find, resolved, name)).toBe('Ctrl K is used by “Do plain”. Change that key first.')
    expect(defaultKeysTaken(help, resolved, name)).toBeNull()
  })
})
