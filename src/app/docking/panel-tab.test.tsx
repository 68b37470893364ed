import type { IDockviewPanelHeaderProps } from 'dockview-react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, it, vi } from 'vitest'
import { putPanel, usePanelInstances } from '../../workspace/index.ts'
import { PanelTab } from './panel-tab.tsx'

const held = vi.hoisted(() => ({ count: 0 as number | undefined }))
vi.mock('./panel-table.tsx', async (original) => {
  const table = await original<typeof import('./panel-table.tsx')>()
  return {
    ...table,
    panelKind: (id: string) => ({
      ...table.panelKind(id as never),
      useCount: () => held.count,
      useNewsTimes: undefined,
    }),
  }
})
vi.mock('./tab-place.ts', () => ({ useTabPlace: () => 'only' }))
afterAll(() => usePanelInstances.setState({ panels: {} }))

/** Matches the space that the style sheet reserves for the link at the head's start. */
it.each([
  ['chart', 'true'],
  ['activity', 'false'],
])('the tab of a panel without a market has space for the link where its kind has one: %s, %s', (kind, room) => {
  putPanel({ id: 'a', kind, market: null, options: {} })
  const markup = renderToStaticMarkup(
    <PanelTab {...({ api: { id: 'a' }, containerApi: {} } as IDockviewPanelHeaderProps)} />,
  )
  expect(markup).toContain(`data-market="${room}"`)
})

it('a tab keeps the space of its count while there is nothing to count', () => {
  putPanel({ id: 'a', kind: 'activity', market: null, options: {} })
  const classesWith = (count: number | undefined): string[] => {
    held.count = count
    const markup = renderToStaticMarkup(
      <PanelTab {...({ api: { id: 'a' }, containerApi: {} } as IDockviewPanelHeaderProps)} />,
    )
    return /<span class="([^"]*)" data-count="\d+"/.exec(markup)?.[1]?.split(' ') ?? []
  }
  const [place] = classesWith(12)
  expect(place).toBeDefined()
  for (const none of [0, undefined]) expect(classesWith(none)).toEqual([place, expect.stringContaining('none')])
})
