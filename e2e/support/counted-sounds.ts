/** Counts the sounds that a page plays, by kind: another event may sound in between. */
import type { Page } from '@playwright/test'

/** The pitch that a sound begins with, Hz: as in `src/sounds.tsx`. */
const FIRST_PITCH = { fill: 1046, alert: 660, refusal: 220 } as const

/** Listens from now on, until the page reloads. Returns a function for the number of sounds of a kind. */
export async function countSounds(page: Page): Promise<(kind: keyof typeof FIRST_PITCH) => Promise<number>> {
  await page.evaluate(() => {
    const heard = window as unknown as { pitches?: number[]; OscillatorNode: typeof OscillatorNode }
    const isHeard = heard.pitches !== undefined
    heard.pitches = []
    if (isHeard) return
    const begun = new WeakSet<BaseAudioContext>()
    heard.OscillatorNode = class extends OscillatorNode {
      constructor(context: BaseAudioContext, options?: OscillatorOptions) {
        super(context, options)
        if (!begun.has(context)) heard.pitches?.push(options?.frequency ?? 0)
        begun.add(context)
      }
    }
  })
  return async (kind) => {
    const pitches = await page.evaluate(() => (window as unknown as { pitches: number[] }).pitches)
    return pitches.filter((pitch) => pitch === FIRST_PITCH[kind]).length
  }
}
