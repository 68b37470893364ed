/** The bundled guide. */
import { chooseInView } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'

test('the guide has its pictures', async ({ asNewTrader }) => {
  const { page } = await asNewTrader()
  await chooseInView(page, /^Guide/)
  const pictures = page.getByRole('dialog', { name: 'Guide', exact: true }).getByRole('img')
  const widths = () => pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth))
  await expect.poll(() => pictures.count()).toBeGreaterThan(8)
  await expect.poll(async () => Math.min(...(await widths()))).toBeGreaterThan(200)
})
