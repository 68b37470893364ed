import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LIVE, type MarketRef, parseRefText } from '../../contract/market-ref.ts'
import { safeBlock, safeText } from '../../contract/safe-text.ts'
import type { Notice } from '../../contract/session.ts'
import { runs, SEED } from '../../contract/testing/property-runs.ts'
import { millis } from '../../contract/time.ts'
import { YES } from '../testing/fake-terminal.ts'
import { mount } from '../testing/mount.tsx'
import { frames, panel, resize } from '../testing/screen.ts'
import { showPanel } from './docking/index.ts'

const GRID = 24

/** What a press at each of many fixed points would act on: the element with its place, or null. What only opens a menu does nothing yet. */
function targets(): readonly (string | null)[] {
  const all: (string | null)[] = []
  for (let x = 4; x < 960; x += 960 / GRID)
    for (let y = 4; y < 560; y += 560 / GRID) {
      const under = document.elementFromPoint(x, y)
      const acting = under?.closest(
        ':is(.dv-content-container, [data-corner]) :is(button, input, [data-row], [data-level])',
      )
      if (acting == null || acting.matches('[aria-haspopup], [aria-label^="Market of "]')) all.push(null)
      else {
        const { left, top } = acting.getBoundingClientRect()
        const names = ['data-row', 'data-level', 'data-send', 'aria-label'].map((name) => acting.getAttribute(name))
        const panelName = acting.closest('section')?.getAttribute('aria-label')?.split(',')[0]
        all.push([panelName, acting.tagName, ...names, left, top].join(' '))
      }
    }
  return all
}

it('no notice, kill, pause, tab, resize or hand-over changes at once what a press at a fixed point does', async () => {
  const { terminal, play, still } = await mount(
    [
      ['ladder', 'scalar/live'],
      ['ticket', { group: 1, shown: 'scalar/live' }],
      [['positions'], ['open-orders']],
    ],
    { size: { width: 1280, height: 800 } },
  )
  await expect.element(panel('Positions').getByRole('grid')).toBeVisible()
  await expect.poll(() => document.querySelector('[data-ladder] [data-row]')).not.toBe(null)
  await play(1_000)
  const kill = terminal.payload({ kind: 'kill' })
  const { now } = terminal.clock
  const pause = { id: 'slices', what: 'Slices', fills: 5, seconds: 10, at: millis(now()) }
  const notice = (level: Notice['level'], id: string): Notice => ({
    ...{ id, level, title: safeText('Filled'), detail: safeBlock('Bought 4.'), at: millis(now()), isDismissed: false },
    act: null,
  })
  const changes: { readonly [name: string]: () => unknown } = {
    notice: () =>
      terminal.publish({ kind: 'notices' }, [
        notice('error', crypto.randomUUID()),
        ...terminal.payload({ kind: 'notices' }),
      ]),
    dismissed: () =>
      terminal.publish(
        { kind: 'notices' },
        terminal.payload({ kind: 'notices' }).map((one) => ({ ...one, isDismissed: true })),
      ),
    killed: () => terminal.publish({ kind: 'kill' }, { ...kill, isKilled: true }),
    lifted: () => terminal.publish({ kind: 'kill' }, kill),
    paused: () => terminal.publish({ kind: 'held_pauses' }, [pause]),
    resumed: () => terminal.publish({ kind: 'held_pauses' }, []),
    wide: () => resize(1400, 900),
    usual: () => resize(1280, 800),
    tab: () => showPanel('limits'),
    'other tab': () => showPanel('open-orders'),
    'hand-over': () => terminal.change({ kind: 'links' }, { 1: parseRefText(YES) as MarketRef }),
    back: () => terminal.change({ kind: 'links' }, { 1: LIVE }),
  }
  const order = fc
    .sample(fc.shuffledSubarray(Object.keys(changes), { minLength: 10 }), { numRuns: runs(1, 20), seed: SEED })
    .flat()
  let isHeld = 0
  for (const name of order) {
    const before = targets()
    changes[name]?.()
    await frames()
    await frames()
    const after = targets()
    const changed = after.flatMap((what, at) => (what === null || what === before[at] ? [] : [[before[at], what]]))
    expect({ name, changed }).toEqual({ name, changed: [] })
    if (document.querySelector('[data-moved]') !== null) isHeld += 1
    await still()
  }
  // Windows, tabs and hand-overs move what is shown; notices, kills and pauses do not.
  expect(isHeld).toBeGreaterThan(3)
  expect(targets().filter((what) => what !== null).length).toBeGreaterThan(50)
})
