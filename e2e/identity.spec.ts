/** Another wallet signs in on the same deployment: no frame shows data of the previous one next to the new name. */

import { panel, showPanel, statusBar } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'
import { reaches, submit } from './support/submit.ts'
import { importSecrets, newTrader } from './support/trader.ts'

interface Frame {
  readonly wallet: string
  readonly held: boolean
  readonly done: boolean
}

test('switching the identity never shows the previous one’s positions or actions, not for a single frame', async ({
  asNewTrader,
}) => {
  const { venue, terminal, page, bridge } = await asNewTrader()
  const { userDataDir } = terminal
  const other = await newTrader(venue)
  const { current } = await venue.read<{ current: { asset: string } }>('/v1/bucket')
  const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${current.asset}`)
  const price = (Number(mark) * 1.01).toFixed(2)
  const order = { kind: 'place', asset: current.asset, side: 'buy', price, tif: 'IOC', reduceOnly: false } as const
  await reaches(userDataDir, await submit(bridge, { ...order, size: '7.3219' }), ['filled'])
  await expect(await showPanel(page, 'Positions')).toContainText('7.3219')
  await expect(panel(page, 'Activity')).toContainText('7.3219')

  await page.evaluate(() => {
    const kept = window as unknown as { frames: Frame[] }
    kept.frames = []
    const text = (name: string) => document.querySelector(`[aria-label="${name}"]`)?.textContent ?? ''
    const look = (): void => {
      const wallet = /Wallet (0x[0-9a-f]+…[0-9a-f]+)/.exec(document.querySelector('footer')?.textContent ?? '')?.[1]
      const held = text('Positions').includes('7.3219')
      kept.frames.push({ wallet: wallet ?? '', held, done: text('Activity').includes('7.3219') })
      requestAnimationFrame(look)
    }
    look()
  })
  await importSecrets(bridge, other, terminal.boxes)
  const name = `${other.address.slice(0, 4)}…${other.address.slice(-4)}`
  await expect(statusBar(page)).toContainText(name)
  await expect(panel(page, 'Positions')).not.toContainText('7.3219')
  const frames = await page.evaluate(() => (window as unknown as { frames: Frame[] }).frames)
  expect(frames.filter(({ held, done }) => held && done).length).toBeGreaterThan(0)
  expect(frames.some(({ wallet }) => wallet === name)).toBe(true)
  expect(frames.filter(({ wallet, held, done }) => wallet === name && (held || done))).toEqual([])
})
