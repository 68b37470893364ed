/** Checks the key counts in the guide of keys against the existing keys and lines. */
// biome-ignore lint/style/noRestrictedImports: it reads the guide, and is not part of the window
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { keyText } from '../commands/index.ts'
import { parseOrderLine } from './order-line.ts'
import { QuickOrderWindow } from './testing/quick-order-window.ts'
import { tradingCommands } from './trading-keys.ts'

const rows = readFileSync(new URL('../../docs/keys.md', import.meta.url), 'utf8')
  .split('## Presses for common jobs')[1]
  ?.split('\n')
  .filter((line) => /^\| [a-zA-Z]/.test(line) && !line.startsWith('| job'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

/** Keystrokes typed in a ticket. */
const TYPED: Readonly<Record<string, number>> = { price: 6, size: 2, stop: 1, target: 1 }

describe('the keystroke counts in the guide of keys', () => {
  it('cover twelve tasks', () => expect(rows).toHaveLength(12))

  it.each(rows ?? [])(
    '%s%s',
    (_before, _job = '', mouse = '', pressesByMouse = '', keys = '', presses = '', line = '') => {
      expect(mouse).not.toBe('')
      expect(pressesByMouse).toMatch(/^[1-9]$/)
      const named = [...keys.matchAll(/`([^`]+)`/g)].map(([, key]) => key)
      const known = tradingCommands(new QuickOrderWindow().port).flatMap(({ keys: own = [] }) =>
        own.map((key) => keyText(key, false)),
      )
      for (const key of named) expect([...known, 'F2', 'Shift F2']).toContain(key)
      if (presses !== '') {
        const others = keys
          .replace(/`[^`]+`/g, '')
          .split(/[\s,]+/)
          .map((text) => (/^(Enter|Tab|↑|↓)$/.test(text) ? 1 : (TYPED[text] ?? 0)))
        expect(others.reduce((sum, each) => sum + each, named.length)).toBe(Number(presses))
      }
      if (line === '') return
      const [, typed = '', rest = '', total] = /^`([^`]+)`([^,]*), (\d+)$/.exec(line) ?? []
      const read = parseOrderLine(typed)
      expect([null, 'wrong']).not.toContain(read?.kind ?? null)
      // A line that shows a preview is confirmed by another Enter; further keystrokes are listed after it.
      const more = rest.trim() === '' ? (read?.kind === 'cancel' ? 0 : 1) : rest.trim().split(' ').length
      const estimate = read?.kind === 'predict' ? 2 : 0
      expect(typed.length + 2 + more + estimate).toBe(Number(total))
    },
  )
})
