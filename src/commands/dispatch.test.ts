import { describe, expect, it } from 'vitest'
import type { Command } from './command.ts'
import { ariaKeys, keyText, type Press, usePrintedKeys } from './keys.ts'
import { commandFor, type Place } from './listen.ts'
import { press } from './testing/press.ts'

const command = (id: string, more: Partial<Command> = {}): Command => ({
  id,
  title: id,
  scope: 'window',
  run: () => undefined,
  ...more,
})
const find = command('find', { keys: [{ code: 'KeyK', mod: true }] })
const help = command('help', { keys: [{ sign: '?' }] })
const next = command('next', { keys: [{ code: 'F6' }] })
const before = command('before', { keys: [{ code: 'F6', shift: true }] })
const bid = command('bid', { keys: [{ code: 'KeyB' }] })
const centre = command('centre', { scope: 'panel/ladder', keys: [{ code: 'KeyB' }] })
const commands = [find, help, next, before, bid, centre]

const nowhere: Place = { inText: false, inDialog: false, panel: null }
const pressed = (one: Press, place: Partial<Place> = {}, mac = false) =>
  commandFor(commands, one, { ...nowhere, ...place }, mac)?.id ?? null

describe('a key press', () => {
  it('runs the command of the physical key, regardless of the layout', () => {
    expect(pressed(press('KeyB', { key: 'и' }))).toBe('bid')
    expect(pressed(press('KeyN', { key: 'b' }))).toBeNull()
  })

  it('whose command is off runs none, and is found as such outside of fields and dialogs', () => {
    const buy = command('buy', { keys: [{ code: 'KeyQ' }], trades: true, keysOff: true })
    const off = (place: Partial<Place>) => commandFor([buy], press('KeyQ'), { ...nowhere, ...place }, false, true)
    expect(commandFor([buy], press('KeyQ'), nowhere, false)).toBeNull()
    expect(off({})).toBe(buy)
    expect([off({ inText: true }), off({ inDialog: true })]).toEqual([null, null])
    expect(commandFor([bid], press('KeyB'), nowhere, false, true)).toBeNull()
  })

  it('of a sign runs its command wherever the keyboard has the sign', () => {
    expect(pressed(press('Slash', { key: '?', shiftKey: true }))).toBe('help')
    expect(pressed(press('Minus', { key: '?', shiftKey: true }))).toBe('help')
    expect(pressed(press('Slash', { key: '/' }))).toBeNull()
  })

  it.each([
    ['QWERTZ', 'BracketRight', '+', 'larger'],
    ['QWERTZ', 'Slash', '-', 'smaller'],
    ['AZERTY', 'Equal', '=', 'larger'],
    ['AZERTY', 'Digit6', '-', 'smaller'],
    ['Dvorak', 'BracketRight', '=', 'larger'],
    ['Dvorak', 'KeyW', ',', 'settings'],
    ['Dvorak', 'Comma', 'w', null],
    ['Dvorak', 'Minus', '[', null],
    ['Russian', 'Comma', 'б', 'settings'],
    ['US', 'Equal', '=', 'larger'],
    ['US', 'Equal', '+', 'larger', true],
  ] as const)('with Ctrl and a sign follows the sign on a keyboard of another alphabet order: %s %s %s', (...of) => {
    const [, code, key, expected, shiftKey = false] = of
    const table = [
      command('sixth', { keys: [{ code: 'Digit6', mod: true }] }),
      command('larger', {
        keys: [
          { sign: '+', mod: true },
          { sign: '=', mod: true },
          { code: 'Equal', mod: true },
        ],
      }),
      command('smaller', {
        keys: [
          { sign: '-', mod: true },
          { code: 'Minus', mod: true },
        ],
      }),
      command('settings', {
        keys: [
          { sign: ',', mod: true },
          { code: 'Comma', mod: true },
        ],
      }),
    ]
    expect(commandFor(table, press(code, { key, ctrlKey: true, shiftKey }), nowhere, false)?.id ?? null).toBe(expected)
  })

  it('needs exactly the command’s modifiers', () => {
    expect(pressed(press('F6'))).toBe('next')
    expect(pressed(press('F6', { shiftKey: true }))).toBe('before')
    expect(pressed(press('F6', { altKey: true }))).toBeNull()
    expect(pressed(press('KeyB', { ctrlKey: true }))).toBeNull()
  })

  it('takes Cmd for Ctrl on a Mac, and leaves the other one to the system', () => {
    expect(pressed(press('KeyK', { ctrlKey: true }))).toBe('find')
    expect(pressed(press('KeyK', { metaKey: true }))).toBeNull()
    expect(pressed(press('KeyK', { metaKey: true }), {}, true)).toBe('find')
    expect(pressed(press('KeyK', { ctrlKey: true }), {}, true)).toBeNull()
  })

  it.each([
    ['repeats', { repeat: true }],
    ['is part of a composition', { isComposing: true }],
    ['is being processed by an input method', { key: 'Process' }],
  ] as const)('that %s runs no command', (_, more) => {
    for (const one of [press('KeyB', more), press('KeyK', { ctrlKey: true, ...more })]) expect(pressed(one)).toBeNull()
  })

  it('with AltGr types a character and does not count as Ctrl and Alt', () => {
    expect(pressed(press('KeyK', { ctrlKey: true, altKey: true, altGraph: true }))).toBeNull()
  })

  it('in a field types text, unless it has Ctrl or types nothing', () => {
    const inText = { inText: true }
    expect(pressed(press('KeyB'), inText)).toBeNull()
    expect(pressed(press('Slash', { key: '?', shiftKey: true }), inText)).toBeNull()
    expect(pressed(press('KeyK', { ctrlKey: true }), inText)).toBe('find')
    expect(pressed(press('F6'), inText)).toBe('next')
  })

  it('in a dialog or an open menu belongs to it', () => {
    expect(pressed(press('KeyK', { ctrlKey: true }), { inDialog: true })).toBeNull()
    expect(pressed(press('F6'), { inDialog: true })).toBeNull()
  })

  it('goes to the focused panel first, and never to another panel', () => {
    expect(pressed(press('KeyB'), { panel: 'ladder' })).toBe('centre')
    expect(pressed(press('KeyB'), { panel: 'chart' })).toBe('bid')
    expect(commandFor([centre], press('KeyB'), nowhere, false)).toBeNull()
  })
})

describe('the label of a key', () => {
  it.each([
    [{ code: 'KeyK', mod: true }, 'Ctrl K', '⌘K', 'Control+K'],
    [{ code: 'F6', shift: true }, 'Shift F6', '⇧F6', 'Shift+F6'],
    [{ code: 'Digit0', mod: true }, 'Ctrl 0', '⌘0', 'Control+0'],
    [
      { code: 'ArrowLeft', mod: true, alt: true, shift: true },
      'Ctrl Alt Shift ←',
      '⌥⇧⌘←',
      'Control+Alt+Shift+ArrowLeft',
    ],
    [{ sign: '?' }, '?', '?', '?'],
  ])('%j', (key, text, mac, aria) => {
    expect([keyText(key, false), keyText(key, true), ariaKeys(key, false)]).toEqual([text, mac, aria])
  })
})

it('a key has the label that is printed on it, and acts by its place', () => {
  const azerty = new Map([
    ['KeyQ', 'a'],
    ['KeyA', 'q'],
    ['Digit1', '&'],
    ['BracketRight', '$'],
    ['Quote', 'ß'],
  ])
  const labels = (): readonly string[] =>
    (['KeyQ', 'KeyA', 'KeyW', 'Digit1', 'BracketRight', 'Quote', 'F6'] as const).map((code) => keyText({ code }, false))
  expect(labels()).toEqual(['Q', 'A', 'W', '1', ']', 'Quote', 'F6'])
  usePrintedKeys.setState({ printed: azerty })
  expect(labels()).toEqual(['A', 'Q', 'W', '1', '$', 'ß', 'F6'])
  expect(keyText({ code: 'KeyQ', mod: true, shift: true }, false)).toBe('Ctrl Shift A')
  usePrintedKeys.setState({ printed: new Map() })
})
