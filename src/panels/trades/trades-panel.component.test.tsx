import { expect, it } from 'vitest'
import type { FakeTerminal } from '../../testing/fake-terminal.ts'
import { mount } from '../../testing/mount.tsx'
import { all, choose, panel } from '../../testing/screen.ts'

const trades = panel('Trades')
const sizes = (): number[] =>
  all(trades, '[aria-label="Latest trades"] > li:not([hidden])').map((row) => Number(row.children[2]?.textContent))

/** Three trades, the second of which is smaller than 5. */
function few(terminal: FakeTerminal): void {
  const { current } = terminal.payload({ kind: 'bucket' })
  const topic = { kind: 'trades', asset: current?.asset ?? '' } as const
  const [first, second, third] = terminal.payload(topic).trades
  if (first === undefined || second === undefined || third === undefined) throw new Error('three trades were recorded')
  const sized = (trade: typeof first, sz: string) => ({ ...trade, sz: sz as typeof trade.sz })
  terminal.change(topic, { trades: [sized(first, '7'), sized(second, '4'), sized(third, '5')] })
}

it('leaves out trades that are smaller than chosen', async () => {
  await mount([['trades', 'scalar/live']], { before: few })
  await expect.poll(sizes).toEqual([7, 4, 5])
  await choose(trades.getByRole('button', { name: /Trades shown: every size$/ }), '5 or more')
  await expect.poll(sizes).toEqual([7, 5])
  await expect.element(trades.getByRole('button', { name: /Trades shown: 5 or more$/ })).toBeVisible()
})
