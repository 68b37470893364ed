import { expect, it } from 'vitest'
import { mount } from '../../testing/mount.tsx'
import { all, choose, panel } from '../../testing/screen.ts'

const trades = panel('Trades')
const sizes = (): number[] =>
  all(trades, '[aria-label="Latest trades"] > li:not([hidden])').map((row) =>
    Number(row.children[2]?.textContent?.replaceAll(',', '')),
  )

it('leaves out trades that are smaller than chosen', async () => {
  await mount([['trades', 'scalar/live']])
  await expect.poll(() => sizes().some((size) => size < 5)).toBe(true)
  const large = sizes().filter((size) => size >= 5)
  await choose(trades.getByRole('button', { name: /Trades shown: every size$/ }), '5 or more')
  await expect.poll(sizes).toEqual(large)
  await expect.element(trades.getByRole('button', { name: /Trades shown: 5 or more$/ })).toBeVisible()
})
