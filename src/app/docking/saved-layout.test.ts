import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIVE, type MarketRef } from '../../../contract/market-ref.ts'
import { linkedTo, type PanelInstance } from '../../workspace/index.ts'
import { dockedAs, type SavedLayout } from './layout-plan.ts'
import { PANELS } from './panel-table.tsx'
import { fromSaved, hasSavedLayout, savedDrafts, toSaved } from './saved-layout.ts'

const OUTCOME: MarketRef = { family: 'outcome', outcomeId: 3601, side: 1 }

function arranged(panels: readonly PanelInstance[], closed: readonly PanelInstance[] = []): SavedLayout {
  const views = panels.map(({ id }) => id)
  const leaf = { type: 'leaf', size: 100, data: { views, activeView: views[0], id: '1' } }
  return {
    layout: {
      grid: { root: { type: 'branch', data: [leaf], size: 100 }, height: 100, width: 100, orientation: 'HORIZONTAL' },
      panels: Object.fromEntries(panels.map(({ id, kind }) => [id, dockedAs(id, kind)])),
    } as unknown as SavedLayout['layout'],
    panels: [...panels, ...closed],
  }
}

const panel = (id: string, kind: string, change: Partial<PanelInstance> = {}): PanelInstance => ({
  id,
  kind,
  market: null,
  options: {},
  ...change,
})
const SOME = [
  panel('chart-1', 'chart', { market: linkedTo(1, LIVE), options: { resolution: 300 } }),
  panel('chart-2', 'chart', { market: { by: 'pin', market: OUTCOME } }),
  panel('ticket-1', 'ticket', { market: { by: 'link', group: 3, shown: OUTCOME, stays: true } }),
  panel('positions-1', 'positions', { options: { closeBound: '2' } }),
]
const stored = (from: SavedLayout): Record<string, unknown> => JSON.parse(JSON.stringify(toSaved(from, {})))

describe('a saved layout', () => {
  it('is restored unchanged, with the market and the options of each panel', () => {
    expect(fromSaved(stored(arranged(SOME)))).toEqual(arranged(SOME))
  })

  it('has a panel of every kind, and several of one', () => {
    const every = arranged(
      [...PANELS, ...PANELS].map(({ id: kind }, at) =>
        panel(`${kind}-${at}`, kind, kind === 'bucket' ? { market: linkedTo(1, LIVE) } : {}),
      ),
    )
    expect(fromSaved(stored(every))).toEqual(every)
  })

  it('shows the live bucket in a strip whose market cannot be read', () => {
    const read = fromSaved(stored(arranged([panel('bucket-1', 'bucket')])))
    expect(read?.panels).toEqual([panel('bucket-1', 'bucket', { market: { by: 'pin', market: LIVE } })])
  })

  it('restores closed panels as they were', () => {
    const [closed, ...open] = SOME
    const from = arranged(open, closed === undefined ? [] : [closed])
    expect(fromSaved(stored(from))).toEqual(from)
  })

  it('does not depend on the market in a tab’s name', () => {
    const titled = arranged(SOME)
    const called = Object.fromEntries(
      Object.entries(titled.layout.panels).map(([id, panel]) => [id, { ...panel, title: `${panel.title}, NYCTMP2` }]),
    )
    expect(toSaved({ ...titled, layout: { ...titled.layout, panels: called } }, {})).toEqual(toSaved(titled, {}))
  })

  it('includes typed text as it was saved', () => {
    expect(savedDrafts(toSaved(arranged(SOME), { 'ticket-1': { binary: {} } }))).toEqual({ 'ticket-1': { binary: {} } })
    expect(savedDrafts(null)).toBeUndefined()
  })

  it('is restored without panels of unknown kinds, the others in their places', () => {
    const kept = stored(arranged(SOME))
    const text = JSON.stringify(kept).replaceAll('"chart"', '"oscilloscope"')
    const read = fromSaved(JSON.parse(text))
    expect(Object.keys(read?.layout.panels ?? {})).toEqual(['ticket-1', 'positions-1'])
    expect(JSON.stringify(read?.layout.grid)).not.toContain('chart')
  })

  it.each<[unknown]>([
    ['odd'],
    [{ by: 'pin', market: 'scalar' }],
    [{ by: 'link', group: 9, shown: null, stays: false }],
  ])('gives a panel whose market cannot be read none: %o', (market) => {
    const kept = stored(arranged(SOME))
    const panels = (kept.panels as Record<string, unknown>[]).map((one) => ({ ...one, market }))
    expect(fromSaved({ ...kept, panels })?.panels.map((one) => one.market)).toEqual([null, null, null, null])
  })

  it.each([
    ['nothing', null],
    ['text', 'layout'],
    ['a list', []],
    ['another version', { ...stored(arranged(SOME)), version: 1 }],
    ['no grid', { version: 2, layout: { panels: {} }, panels: [] }],
    ['without its panels', { ...stored(arranged(SOME)), panels: [] }],
    [
      'a panel under another name',
      { ...stored(arranged(SOME)), layout: { ...arranged(SOME).layout, panels: { book: {} } } },
    ],
  ])('is not restored when it is %s', (_what, saved) => {
    expect(fromSaved(saved)).toBeNull()
  })

  it('is either read or refused, but never throws, regardless of the damage', () => {
    const text = JSON.stringify(stored(arranged(SOME)))
    expect(fromSaved(JSON.parse(text))).not.toBeNull()
    const damage = fc.record({
      at: fc.nat(),
      by: fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constant(undefined)),
    })
    fc.assert(
      fc.property(damage, ({ at, by }) => {
        const places = (text.match(/"[^"]+":/g) ?? []).length
        let place = -1
        const damaged = JSON.parse(text, (key, value) => {
          if (/^(\d+|)$/.test(key)) return value
          place += 1
          return place === at % places ? by : value
        })
        expect(() => fromSaved(damaged)).not.toThrow()
      }),
      { numRuns: 500 },
    )
  })

  it('is refused where its parts are nested without end', () => {
    const kept = stored(arranged(SOME))
    const deep = JSON.parse(`${'{"type":"branch","data":['.repeat(5000)}${']}'.repeat(5000)}`)
    expect(fromSaved({ ...kept, layout: { ...(kept.layout as object), grid: { root: deep } } })).toBeNull()
  })

  it('counts as lost where it was saved and cannot be read, and not at a first start', () => {
    expect(hasSavedLayout({ version: 2, layout: 'damaged' })).toBe(true)
    for (const nothing of [null, 'x', { drafts: {} }]) expect(hasSavedLayout(nothing)).toBe(false)
  })

  it('opens no windows and floats no groups that were written into it', () => {
    const kept = stored(arranged(SOME))
    const layout = { ...(kept.layout as object), popoutGroups: [{ url: 'x' }], floatingGroups: [{}] }
    expect(Object.keys(fromSaved({ ...kept, layout })?.layout ?? {}).sort()).toEqual(['activeGroup', 'grid', 'panels'])
  })
})
