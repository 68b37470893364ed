import { describe, expect, it } from 'vitest'
import type { CalibrationView } from '../../../contract/books-view.ts'
import { violations } from '../../testing/axe.ts'
import { clippedParts } from '../../testing/clipped.ts'
import type { FakeTerminal } from '../../testing/fake-terminal.ts'
import { mount } from '../../testing/mount.tsx'
import { choose, panel } from '../../testing/screen.ts'
import { MESSAGES } from './messages.ts'

const calibration = () => panel('Calibration')
const figures = () => calibration().getByLabelText('Price paid versus win rate', { exact: true })

const opening = (band: number, price: string, square: string, cameTrue: boolean) => ({
  ...{ band, entries: 1, size: '5', prices: price, squares: square, cameTrue },
  ...{ paid: (5 * Number(price)).toFixed(1), paidSquares: (5 * Number(square)).toFixed(2) },
})
/** Shares of both sides were bought, at 0.40 and at 0.70, and the first side won. */
const ended = (terminal: FakeTerminal): void =>
  terminal.alter('readCalibration', (view) => ({
    ...view,
    openings: [
      opening(4, '0.4', '0.16', true),
      opening(7, '0.7', '0.49', false),
    ] as unknown as CalibrationView['openings'],
  }))

describe('the calibration', () => {
  it('states what must be bought for it', async () => {
    await mount(['calibration'], {
      before: (terminal) => terminal.alter('readCalibration', (view) => ({ ...view, openings: [] })),
    })
    await choose(calibration().getByRole('button', { name: /^Time: / }), /^All/)
    await expect.element(calibration().getByText(MESSAGES.ever)).toBeVisible()
  })

  it('judges nothing before the results are known', async () => {
    await mount(['calibration'])
    await expect.element(calibration()).toMatchTextContent(MESSAGES.notKnown)
    await expect.element(figures()).toMatchTextContent(/Brier score—/)
  })

  it('compares prices paid with results, and warns that few entries mean nothing', async () => {
    await mount(['calibration'], { before: ended })
    await expect.element(figures()).toMatchTextContent(/Brier score0\.425/)
    await expect.element(calibration()).toMatchTextContent(MESSAGES.few(2, 30))
    const rows = calibration().getByRole('grid', { name: 'Calibration by price' }).getByRole('row')
    await expect.poll(() => rows.elements().length).toBe(3)
    await expect
      .element(calibration().getByRole('img', { name: /^Paid versus won: 40 % paid, 100 % won; 70 % paid/ }))
      .toBeVisible()
  })

  it.each(['light', 'dark'] as const)('is fully readable where it is narrow, in the %s theme', async (theme) => {
    await mount(['calibration'], { before: ended, size: { width: 370, height: 900 }, settings: { theme } })
    await expect.element(figures()).toBeVisible()
    expect(clippedParts(calibration().element())).toEqual([])
    expect(await violations({ within: calibration().element() })).toEqual([])
  })
})
