import { expect, it } from 'vitest'
import { mount } from '../../testing/mount.tsx'
import { all, panel, resize } from '../../testing/screen.ts'

const bucket = panel('Bucket')
/** The visible past settlements, and whether one of them is truncated. */
function shown(): { readonly count: number; readonly cut: boolean } {
  const [row] = all(bucket, '[class*="past"]')
  if (row === undefined) return { count: 0, cut: true }
  const frame = row.getBoundingClientRect()
  const boxes = [...row.children].map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0)
  const inside = boxes.filter(({ top }) => top < frame.bottom - 2)
  return { count: inside.length, cut: inside.some(({ right }) => right > frame.right + 1) }
}

it('shows past settlements with their times, as many as fit completely', async () => {
  const { terminal } = await mount(null, { size: { width: 1800, height: 800 } })
  // The reading takes the room of the older ones.
  terminal.change({ kind: 'weather' }, { stations: [] })
  await expect.element(bucket).toMatchTextContent(/12:00 37\.11 · 10:00 36\.22 · 08:00 36\.27 · 06:00 37\.81/)
  await expect.poll(shown).toEqual({ count: 4, cut: false })
  for (const width of [1440, 1280]) {
    await resize(width, 800)
    expect(shown().cut).toBe(false)
  }
  await resize(1180, 800)
  await expect.poll(() => shown().count).toBeLessThan(4)
  expect(shown().cut).toBe(false)
})

it('shows the last reading of the station with its band, its age, the distance of the mark and the next report', async () => {
  const { terminal } = await mount(null, { size: { width: 1800, height: 800 } })
  terminal.change({ kind: 'ticker', asset: 'NYCTMP1' }, { mark: '537.46' as never })
  await expect
    .element(bucket)
    .toMatchTextContent(/KNYC 13:05, 5\smin ago · next 13:51, in 41\smin37\.4\s°F \(36\.5 to 38\.5\)mark \+\s0\.06\s°F/)
  terminal.change({ kind: 'weather' }, { stations: [] })
  await expect.element(bucket).not.toMatchTextContent(/KNYC 13:05/)
  expect(shown().cut).toBe(false)
})
