import { describe, expect, it } from 'vitest'
import type { ArrivingPanel } from '../../../contract/workspace.ts'
import { createArrivals, waitingText } from './panel-moves.ts'

const chart: ArrivingPanel = { id: 'one', panel: { name: 'Chart' } }
const book: ArrivingPanel = { id: 'two', panel: { name: 'Order book' } }

/** A window that shows panels by name, and a main that writes or refuses. */
function window() {
  const shown: string[] = []
  const typed = new Map<string, string>()
  const reports: { titles: readonly string[]; again: () => void }[] = []
  const answers: { resolve: () => void; reject: (why: Error) => void }[] = []
  const here: { reported: (typeof reports)[number] | null } = { reported: null }
  const arrive = createArrivals({
    open({ panel }) {
      if (panel.name === 'unknown') return null
      const name = String(panel.name)
      shown.push(name)
      typed.set(name, String(panel.typed ?? ''))
      return { id: name, title: name }
    },
    takeOut(name) {
      shown.splice(shown.indexOf(name), 1)
      return { name, typed: typed.get(name) }
    },
    take: () => new Promise<void>((resolve, reject) => answers.push({ resolve, reject })),
    notify(refused) {
      here.reported = refused
    },
  })
  /** Main answers the oldest pending call. */
  const answer = async (why: string | null): Promise<void> => {
    const next = answers.shift()
    if (next === undefined) throw new Error('nothing waits for an answer')
    if (why === null) next.resolve()
    else next.reject(new Error(why))
    await Promise.resolve()
    await Promise.resolve()
  }
  return { shown, typed, here, arrive, answer, asked: () => answers.length }
}

describe('a panel that arrives at a window', () => {
  it('is opened once, and main is notified once, however often it announces it', async () => {
    const w = window()
    w.arrive([chart])
    w.arrive([chart])
    expect([w.shown, w.asked()]).toEqual([['Chart'], 1])
    await w.answer(null)
    w.arrive([])
    expect([w.shown, w.asked(), w.here.reported]).toEqual([['Chart'], 0, null])
  })

  it('is not in the window when main cannot write it: that is reported, and it comes with all its content on retry', async () => {
    const w = window()
    w.arrive([chart])
    w.typed.set('Chart', '512.3')
    await w.answer('the disk is full')
    // A failed write publishes the list again.
    w.arrive([chart])
    expect([w.shown, w.asked(), w.here.reported?.titles]).toEqual([[], 0, ['Chart']])
    w.here.reported?.again()
    expect([w.shown, w.typed.get('Chart'), w.here.reported]).toEqual([['Chart'], '512.3', null])
    await w.answer('the disk is full')
    expect([w.shown, w.here.reported?.titles]).toEqual([[], ['Chart']])
    w.here.reported?.again()
    await w.answer(null)
    w.arrive([])
    expect([w.shown, w.here.reported]).toEqual([['Chart'], null])
  })

  it('waits beside others, which are accepted as they come', async () => {
    const w = window()
    w.arrive([chart])
    await w.answer('the disk is full')
    w.arrive([chart, book])
    await w.answer('the disk is full')
    expect(w.here.reported?.titles).toEqual(['Chart', 'Order book'])
    w.here.reported?.again()
    expect([w.shown, w.asked()]).toEqual([['Chart', 'Order book'], 2])
  })

  it('is not reported once it went to another window, and is accepted when it returns', async () => {
    const w = window()
    w.arrive([chart])
    w.arrive([])
    await w.answer('it went to another window')
    expect([w.shown, w.here.reported]).toEqual([[], null])
    w.arrive([chart])
    await w.answer('the disk is full')
    w.arrive([])
    expect(w.here.reported).toBeNull()
    w.arrive([chart])
    expect(w.shown).toEqual(['Chart'])
  })

  it('of a kind that this version lacks stays with main', () => {
    const w = window()
    w.arrive([{ id: 'odd', panel: { name: 'unknown' } }])
    expect([w.shown, w.asked()]).toEqual([[], 0])
  })

  it('is named in the report', () => {
    expect(waitingText(['Chart'], 'The disk is full.')).toBe(
      'The panel Chart moved here but could not be saved in this window. The disk is full. It returns to the other window when this one closes.',
    )
    expect(waitingText(['Chart', 'Depth'], 'The disk is full.')).toMatch(
      /2 panels \(Chart, Depth\) moved here but could not be saved in this window\. The disk is full\. They return to the other window when this one closes\./,
    )
  })
})
