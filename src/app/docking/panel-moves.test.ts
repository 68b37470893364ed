import { beforeEach, expect, it, vi } from 'vitest'
import { safeBlock } from '../../../contract/safe-text.ts'
import type { ArrivingPanel } from '../../../contract/workspace.ts'
import { TerminalFailure } from '../../bridge/index.ts'
import { draftsOfPanel, type PanelInstance, putDrafts, putPanel, usePanelInstances } from '../../workspace/index.ts'
import { panelToSave } from './saved-layout.ts'

/** A window's docking with panels by id, and the reported messages. */
const docking = vi.hoisted(() => ({
  open: new Set<string>(),
  reports: [] as { text: string; again: (() => void) | null }[],
}))
vi.mock('./docking.ts', () => {
  const api = {
    getPanel: (id: string) => (docking.open.has(id) ? { id } : undefined),
    toJSON: () => ({ grid: {}, panels: {} }),
  }
  return {
    dockingApi: () => api,
    panelsToSave: () => Object.values(usePanelInstances.getState().panels).filter(({ id }) => docking.open.has(id)),
    openPanel(panel: PanelInstance) {
      putPanel(panel)
      docking.open.add(panel.id)
    },
    takeOut: (id: string) => docking.open.delete(id),
    stretches: () => false,
  }
})
vi.mock('./trouble.tsx', () => ({
  showFailure(text: string, again: (() => void) | null = null) {
    const reported = { text, again }
    docking.reports.push(reported)
    return () => docking.reports.splice(docking.reports.indexOf(reported), 1)
  },
}))

const { takeArrivals } = await import('./panel-moves.ts')

const ticket: PanelInstance = { id: 'ticket-7', kind: 'ticket', market: null, options: {} }
const arriving: ArrivingPanel = { id: 'one', panel: { panel: panelToSave(ticket), drafts: {} } }

beforeEach(() => {
  docking.open.clear()
  docking.reports.length = 0
})

it('a panel that could not be saved in its new window is reported, keeps its typed text, and arrives on retry', async () => {
  const calls: {
    input: { layout: { panels: readonly unknown[] } }
    answer: (refusal: string | null) => Promise<void>
  }[] = []
  const call = (_name: string, input: never) =>
    new Promise((resolve, reject) => {
      const answer = async (refusal: string | null): Promise<void> => {
        if (refusal === null) resolve(null)
        else reject(new TerminalFailure({ code: 'not_saved', message: safeBlock(refusal), status: null, about: null }))
        await new Promise(setImmediate)
      }
      calls.push({ input, answer })
    })
  const type = (price: string): void => {
    const drafts = draftsOfPanel('ticket-7')
    putDrafts('ticket-7', { ...drafts, scalar: { ...drafts.scalar, price } })
  }
  const window = { list: [arriving] }
  takeArrivals({ subscribe: () => () => undefined, read: () => window.list } as never, call as never)
  expect([[...docking.open], calls[0]?.input]).toMatchObject([
    ['ticket-7'],
    { ids: ['one'], layout: { panels: [{ id: 'ticket-7' }] } },
  ])
  type('512.30')
  await calls[0]?.answer('layouts.json could not be saved: the disk is full')
  expect([...docking.open]).toEqual([])
  expect(docking.reports.map(({ text: message }) => message)).toEqual([
    'The panel Order ticket moved here but could not be saved in this window. layouts.json could not be saved: the disk is full. It returns to the other window when this one closes.',
  ])
  type('')
  docking.reports[0]?.again?.()
  expect([[...docking.open], docking.reports, draftsOfPanel('ticket-7').scalar.price]).toEqual([
    ['ticket-7'],
    [],
    '512.30',
  ])
  await calls[1]?.answer(null)
  expect([[...docking.open], docking.reports]).toEqual([['ticket-7'], []])
})
