import { expect, it } from 'vitest'
import type { FakeTerminal } from '../../testing/fake-terminal.ts'
import { mount } from '../../testing/mount.tsx'
import { all, choose, panel } from '../../testing/screen.ts'
import { MESSAGES } from './messages.ts'

const trades = panel('Trades')
const sizes = (): number[] =>
  all(trades, `[aria-label="${MESSAGES.latest}"] > li:not([hidden])`).map((row) => Number(row.children[2]?.textContent))
const shown = (least: string | null) => trades.getByRole('button', { name: MESSAGES.shown('Size', least, false) })

/** Three trades, the second of which is smaller than 5. */
function few(terminal: FakeTerminal): void {
  const { current } = terminal.payload({ kind: 'bucket' })
  const topic = { kind: 'trades', asset: current?.asset ?? '' } as const
  const resized = terminal
    .payload(topic)
    .trades.map((trade, at) => ({ ...trade, sz: ['7', '4', '5'][at] as typeof trade.sz }))
  terminal.change(topic, { trades: resized.slice(0, 3) })
}

it('omits trades smaller than the chosen minimum', async () => {
  await mount([['trades', 'scalar/live']], { before: few })
  await expect.poll(sizes).toEqual([7, 4, 5])
  await choose(shown(null), MESSAGES.orMore('5'))
  await expect.poll(sizes).toEqual([7, 5])
  await expect.element(shown('5')).toBeVisible()
})
