import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ArrivingPanel } from '../../contract/workspace.ts'
import type { CallError } from '../errors.ts'
import { createPanelMoves } from './panel-moves.ts'
import { memoryLayouts } from './testing/setup.ts'

const at = (name: string, profile = 'alpha') => ({ name, profile })

/** Windows that are open on `alpha`, and pages that have panels by name as their whole layout. */
function terminal(...open: string[]) {
  const layouts = memoryLayouts()
  let full = false
  const disk = {
    readLayout: layouts.readLayout,
    saveLayouts(changes: Readonly<Record<string, unknown>>) {
      layouts.saveLayouts(changes)
      if (full) throw new Error('layouts.json could not be saved: the disk is full')
    },
  }
  let ids = 0
  const windows = new Set(open)
  const moves = createPanelMoves({
    layouts: disk,
    openOn: (profile) => (profile === 'alpha' ? [...windows] : []),
    newId() {
      ids += 1
      return `id-${ids}`
    },
  })
  const panelsOf = (name: string): string[] => {
    const layout = layouts.readLayout(name) as { panels?: string[] } | null
    return layout?.panels ?? []
  }
  const arriving = (name: string): readonly ArrivingPanel[] =>
    moves.arrivingAt(at(name)).view({ kind: 'arriving_panels' }) ?? []
  const without = (name: string, panel: string) => ({ panels: panelsOf(name).filter((each) => each !== panel) })
  return {
    layouts,
    windows,
    moves,
    panelsOf,
    arriving,
    put: (name: string, ...panels: string[]) => layouts.saveLayout(name, { panels }),
    fill: (now: boolean) => {
      full = now
    },
    move: (from: string, to: string, panel: string) =>
      moves.move(at(from), to, { panel: { name: panel }, layout: without(from, panel) }),
    take(name: string) {
      const waiting = arriving(name)
      if (waiting.length === 0) return
      const panels = [...panelsOf(name), ...waiting.map(({ panel }) => String(panel.name))]
      moves.take(
        at(name),
        waiting.map(({ id }) => id),
        { panels },
      )
    },
    close(name: string) {
      windows.delete(name)
      moves.closed(at(name))
    },
    openWindow(name: string) {
      windows.add(name)
      moves.opened(at(name))
    },
    everywhere: (): string[] =>
      ['window-1', 'window-2', 'window-3']
        .flatMap((name) => [...panelsOf(name), ...arriving(name).map(({ panel }) => String(panel.name))])
        .sort(),
  }
}

describe('a panel that is moved to another window', () => {
  it('leaves the one, waits at the other, and is in its layout once that took it', () => {
    const t = terminal('window-1', 'window-2')
    t.put('window-1', 'book', 'chart')
    let reported = 0
    t.moves.arrivingAt(at('window-2')).onChange(() => {
      reported += 1
    })
    t.move('window-1', 'window-2', 'chart')
    expect([t.panelsOf('window-1'), t.arriving('window-2'), reported]).toEqual([
      ['book'],
      [{ id: 'id-1', panel: { name: 'chart' } }],
      1,
    ])
    t.take('window-2')
    expect([t.panelsOf('window-2'), t.arriving('window-2')]).toEqual([['chart'], []])
  })

  it('comes back when that window closes before, and waits for another where its own has closed too', () => {
    const t = terminal('window-1', 'window-2')
    t.put('window-1', 'chart')
    t.move('window-1', 'window-2', 'chart')
    t.close('window-2')
    expect(t.arriving('window-1')).toHaveLength(1)
    t.close('window-1')
    t.openWindow('window-3')
    expect(t.arriving('window-3')).toHaveLength(1)
  })

  it('is taken once: a second window gets an error', () => {
    const t = terminal('window-1', 'window-2')
    t.put('window-1', 'chart')
    t.move('window-1', 'window-2', 'chart')
    const ids = t.arriving('window-2').map(({ id }) => id)
    t.take('window-2')
    for (const name of ['window-1', 'window-2']) {
      expect(() => t.moves.take(at(name), ids, { panels: [] })).toThrow(
        'A panel moved here has gone to another window.',
      )
    }
    expect(t.everywhere()).toEqual(['chart'])
  })

  it.each(['window-1', 'window-9'])('stays in place when its target is %s', (to) => {
    const t = terminal('window-1', 'window-2')
    t.put('window-1', 'chart')
    expect(() => t.move('window-1', to, 'chart')).toThrow('The target window has closed. The panel was not moved.')
    expect(t.everywhere()).toEqual(['chart'])
  })

  it('goes to no window of another deployment', () => {
    const t = terminal('window-1', 'window-2')
    const moving = () => t.moves.move(at('window-1', 'beta'), 'window-2', { panel: {}, layout: {} })
    expect(moving).toThrow('The target window has closed. The panel was not moved.')
    t.put('window-1', 'chart')
    t.move('window-1', 'window-2', 'chart')
    expect(t.moves.arrivingAt(at('window-2', 'beta')).view({ kind: 'arriving_panels' })).toEqual([])
  })

  it('stays in place when the disk is full', () => {
    const t = terminal('window-1', 'window-2')
    t.put('window-1', 'chart')
    t.fill(true)
    expect(() => t.move('window-1', 'window-2', 'chart')).toThrow('the disk is full')
    t.fill(false)
    expect([t.panelsOf('window-1'), t.arriving('window-2')]).toEqual([['chart'], []])
  })

  it('into a new window is taken back when that does not open', () => {
    const t = terminal('window-1')
    t.put('window-1', 'chart')
    const undo = t.moves.moveToNew(at('window-1'), 'window-2', {
      layout: { panels: [] },
      newWindow: { panels: ['chart'] },
    })
    expect(t.everywhere()).toEqual(['chart'])
    undo()
    expect([t.panelsOf('window-1'), t.layouts.readLayout('window-2')]).toEqual([['chart'], null])
  })

  it('waits with fifty others at most', () => {
    const t = terminal('window-1', 'window-2')
    const moving = () => t.moves.move(at('window-1'), 'window-2', { panel: {}, layout: {} })
    for (let count = 0; count < 50; count += 1) moving()
    expect(moving).toThrow('Earlier panel moves are still in progress.')
  })

  it('is in exactly one place, after any moves, arrivals, closings and openings', () => {
    const names = ['window-1', 'window-2', 'window-3'] as const
    const name = fc.constantFrom(...names)
    const step = fc.oneof(
      fc.record({ do: fc.constant('move' as const), from: name, to: name, panel: fc.constantFrom('a', 'b', 'c') }),
      fc.record({ do: fc.constantFrom('take' as const, 'close' as const, 'open' as const), from: name }),
      fc.record({ do: fc.constant('disk' as const), full: fc.boolean() }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const t = terminal(...names)
        t.put('window-1', 'a', 'b')
        t.put('window-2', 'c')
        for (const one of steps) {
          try {
            if (one.do === 'disk') t.fill(one.full)
            else if (one.do === 'close' && t.windows.size > 1) t.close(one.from)
            else if (one.do === 'open' && !t.windows.has(one.from)) t.openWindow(one.from)
            else if (!t.windows.has(one.from)) continue
            else if (one.do === 'take') t.take(one.from)
            else if (one.do === 'move' && t.panelsOf(one.from).includes(one.panel)) t.move(one.from, one.to, one.panel)
          } catch (error) {
            expect(['window_closed', undefined]).toContain((error as CallError).code)
          }
          expect(t.everywhere()).toEqual(['a', 'b', 'c'])
        }
      }),
    )
  })
})
