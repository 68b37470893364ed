import type { IDockviewPanelHeaderProps } from 'dockview-react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, it, vi } from 'vitest'
import { putPanel, usePanelInstances } from '../../workspace/index.ts'
import { PanelTab } from './panel-tab.tsx'

vi.mock('./tab-place.ts', () => ({ useTabPlace: () => 'only' }))
afterAll(() => usePanelInstances.setState({ panels: {} }))

/** By what the style sheet leaves room for the link at the head's start. */
it.each([
  ['chart', 'true'],
  ['activity', 'false'],
])('(9c) the tab of a panel without a market has room for the link where its kind has one: %s, %s', (kind, room) => {
  putPanel({ id: 'a', kind, market: null, options: {} })
  const markup = renderToStaticMarkup(
    <PanelTab {...({ api: { id: 'a' }, containerApi: {} } as IDockviewPanelHeaderProps)} />,
  )
  expect(markup).toContain(`data-market="${room}"`)
})
