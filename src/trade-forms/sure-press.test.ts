import { describe, expect, it } from 'vitest'
import { type FirstClick, openReasons, pressFor, questionText, type Reason } from './sure-press.ts'

const STALE: Reason = { kind: 'stale', text: 'Prices are 4 s old' }
const FAR: Reason = { kind: 'far', text: '5.90 °F through the ask' }
const SAME: Reason = { kind: 'duplicate', text: 'The same order was sent 3 s ago' }

type Made = readonly [what: string, clicks: number, ...reasons: readonly Reason[]]
function presses(...made: readonly Made[]) {
  let request: FirstClick | null = null
  return made.map(([what, clicks, ...reasons]) => {
    const next = pressFor(request, { what, clicks, reasons })
    request = next.asked
    return next.sends
  })
}

describe('a click with a reason to confirm', () => {
  it('sends at once where there is none', () => expect(presses(['buy 4', 1])).toEqual([true]))
  it.each([STALE, FAR, SAME])('needs a second click: $kind', (reason) =>
    expect(presses(['buy 4', 1, reason], ['buy 4', 1, reason])).toEqual([false, true]),
  )
  it('needs no more than two, however many reasons there are', () =>
    expect(presses(['buy 4', 1, STALE, FAR, SAME], ['buy 4', 1, STALE, FAR, SAME])).toEqual([false, true]))
  it('asks again about a reason that was not shown, but not about one that is gone', () => {
    expect(presses(['buy 4', 1, FAR], ['buy 4', 1, FAR, SAME], ['buy 4', 1, FAR, SAME])).toEqual([false, false, true])
    expect(presses(['buy 4', 1, FAR, SAME], ['buy 4', 1, FAR])).toEqual([false, true])
  })
  it('is not confirmed by the second click of a double click', () =>
    expect(presses(['buy 4', 1, FAR], ['buy 4', 2, FAR], ['buy 4', 1, FAR])).toEqual([false, false, true]))
  it('is not confirmed by a click for something else', () =>
    expect(presses(['buy 4', 1, FAR], ['sell 4', 1, FAR], ['buy 4', 1, FAR], ['buy 4', 1, FAR])).toEqual([
      ...[false, false, false, true],
    ]))
  it('is asked again for the next order', () =>
    expect(presses(['buy 4', 0, STALE], ['buy 4', 0, STALE], ['buy 4', 0, STALE])).toEqual([false, true, false]))
  it('that sent, followed by the second click of a double click, is no duplicate', () =>
    expect(presses(['buy 4', 1], ['buy 4', 2, SAME])).toEqual([true, true]))
})

describe('the question', () => {
  const request: FirstClick = { what: 'buy 4', reasons: [FAR, SAME] }
  it('shows a reason in its current text, and the number of several', () => {
    const nearer = { ...FAR, text: '5.80 °F through the ask' }
    expect(questionText({ what: 'buy 4', reasons: [FAR] }, 'buy 4', [nearer])).toBe(
      '5.80 °F through the ask, press again to send',
    )
    expect(questionText({ what: 'buy 4', reasons: [SAME] }, 'buy 4', [])).toBe(
      'The same order was sent 3 s ago, press again to send',
    )
    expect(questionText(request, 'buy 4', [nearer])).toBe('2 reasons below, press again to send')
    expect(openReasons(request, 'buy 4', [nearer])).toEqual([nearer, SAME])
    expect(openReasons(request, 'sell 4', [nearer])).toEqual([])
  })
  it('belongs to one order, and ends once no reason is left', () => {
    expect(questionText(request, 'sell 4', [FAR])).toBeNull()
    expect(questionText({ what: 'buy 4', reasons: [FAR] }, 'buy 4', [])).toBeNull()
  })
})
