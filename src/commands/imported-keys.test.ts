import { describe, expect, it } from 'vitest'
import type { Key, KeyChoices } from '../../contract/key.ts'
import { importedKeyConflicts } from './chosen-keys.ts'
import { type Command, keyText } from './index.ts'

const command = (id: string, scope: Command['scope'], keys: readonly Key[] = []): Command => ({
  ...{ id, title: id.toUpperCase(), scope, keys, run: () => undefined },
})
const A: Key = { code: 'KeyA', mod: true, alt: true }
const B: Key = { code: 'KeyB', mod: true, alt: true }
const own = [
  command('one', 'window', [A]),
  command('two', 'window'),
  command('three', 'market'),
  command('left', 'panel/book'),
  command('right', 'panel/chart'),
]
const reports = [
  { heading: 'In a table', keys: [{ act: 'go', keys: ['b'] as [string], mod: true, alt: true, does: 'Go on' }] },
]
const conflicts = (imported: KeyChoices, chosen: KeyChoices = {}, groups: typeof reports = []) =>
  importedKeyConflicts(imported, { own, chosen, handledKeys: groups, name: (key) => keyText(key, false) })

describe('imported keys', () => {
  it('are reported when two of them share a key, once', () => {
    expect(conflicts({ two: [B], three: [B] })).toEqual(['Ctrl Alt B is set for “TWO” and “THREE”: “TWO” gets it.'])
  })

  it('are reported when a custom key here conflicts and stays', () => {
    expect(conflicts({ three: [B] }, { two: [B] })).toEqual(['Ctrl Alt B is set for “THREE” and “TWO”: “TWO” gets it.'])
    expect(conflicts({ two: [B] }, { three: [B] })).toEqual(['Ctrl Alt B is set for “TWO” and “THREE”: “TWO” gets it.'])
  })

  it('are reported when a command loses its default key', () => {
    expect(conflicts({ two: [A] })).toEqual(['Ctrl Alt A moves to “TWO” from “ONE”.'])
    expect(conflicts({ two: [A], one: [B] })).toEqual([])
  })

  it('are reported when a table keeps its own key', () => {
    expect(conflicts({ two: [B] }, {}, reports)).toEqual([
      'Ctrl Alt B of “TWO” keeps its other use. In a table: Go on.',
    ])
  })

  it('cause no report for two kinds of panel, nor for a missing command', () => {
    expect(conflicts({ left: [B], right: [B], gone: [B] })).toEqual([])
  })
})
