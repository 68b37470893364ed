import { describe, expect, it } from 'vitest'
import { ENOUGH } from '../../../contract/settlement-history.ts'
import { violations } from '../../testing/axe.ts'
import { mount } from '../../testing/mount.tsx'
import { check, panel } from '../../testing/screen.ts'
import { MESSAGES } from './messages.ts'

const settled = () => panel('Settlement history').getByRole('grid', { name: MESSAGES.table })

describe('the settlement history', () => {
  it('lists the settlement of each bucket, and adds the next one', async () => {
    const { terminal } = await mount(['settlement-history'])
    const { buckets } = terminal.recorded('readSettlementHistory')
    await expect.poll(() => settled().getByRole('row').elements().length).toBe(buckets.length + 1)
    const { asset, mark } = buckets[0] ?? {}
    await expect
      .element(settled().getByRole('row').nth(1))
      .toMatchTextContent(new RegExp(`${asset}.*${mark?.slice(1)}.°F`))
    const bucket = { asset: 'NYCTMP1', mark: '538.02', before60: null, before30: null, end: 1772632800000 }
    terminal.answer('readSettlementHistory', () => ({ ok: true, value: { buckets: [bucket], isWhole: true } as never }))
    terminal.change({ kind: 'settlement_history' }, { version: 9 })
    await expect.element(settled().getByRole('row').nth(1)).toMatchTextContent(/NYCTMP1.*38\.02.°F/)
  })

  it('shows how many buckets its hours are based on, and when they are too few', async () => {
    await mount(['settlement-history'], {
      before: (terminal) =>
        terminal.alter('readSettlementHistory', ({ buckets }) => ({ buckets: buckets.slice(0, 3), isWhole: true })),
    })
    await check(panel('Settlement history').getByRole('radio', { name: MESSAGES.hours }))
    await expect.element(panel('Settlement history').getByText(MESSAGES.few(3, ENOUGH), { exact: false })).toBeVisible()
    expect(await violations()).toEqual([])
  })
})
