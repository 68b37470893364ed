import type { WebContents } from 'electron'
import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { createWindowQuestions } from './menus.ts'

const [one, other] = [{}, {}] as [WebContents, WebContents]

describe('a request of the desktop to a window', () => {
  it('waits for that window until it is taken, in order', () => {
    const asks = createWindowQuestions(createFakeClock(), () => undefined)
    const view = (contents: WebContents) => asks.topicOf(contents).view({ kind: 'asked_of_window' }) ?? []
    asks.ask(one, { kind: 'command', id: 'palette' })
    asks.ask(one, { kind: 'panel', panel: 'alerts' })
    expect(view(one).map(({ ask }) => ask.kind)).toEqual(['command', 'panel'])
    expect(view(other)).toEqual([])
    asks.take(one, view(one)[0]?.seq ?? 0)
    expect(view(one).map(({ ask }) => ask.kind)).toEqual(['panel'])
  })

  it('expires: a command after five seconds, a view after a minute', () => {
    const clock = createFakeClock()
    const asks = createWindowQuestions(clock, () => undefined)
    const view = () => asks.topicOf(one).view({ kind: 'asked_of_window' }) ?? []
    asks.ask(one, { kind: 'command', id: 'palette' })
    asks.ask(one, { kind: 'workspace', name: 'Day' })
    clock.advance(5001)
    expect(view().map(({ ask }) => ask.kind)).toEqual(['workspace'])
    clock.advance(55_000)
    expect(view()).toEqual([])
  })

  it('counts as user input where it is a command of a native menu, and not where it is a view of a link', () => {
    const chosen: WebContents[] = []
    const asks = createWindowQuestions(createFakeClock(), (contents) => chosen.push(contents))
    asks.ask(one, { kind: 'panel', panel: 'fills' })
    asks.ask(one, { kind: 'workspace', name: 'Day' })
    asks.ask(other, { kind: 'command', id: 'trade/cancel/all' })
    expect(chosen).toEqual([other])
  })

  it('is bounded', () => {
    const asks = createWindowQuestions(createFakeClock(), () => undefined)
    for (let count = 0; count < 50; count += 1) asks.ask(one, { kind: 'panel', panel: 'fills' })
    expect(asks.topicOf(one).view({ kind: 'asked_of_window' })).toHaveLength(20)
  })
})
