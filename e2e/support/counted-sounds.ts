/** Counts the sounds that a page plays, and which ones they are. */
import type { Page } from '@playwright/test'

/** Counts from now on, until the page reloads. Returns a function for the number of sounds. */
export async function countSounds(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { sounds?: number; AudioContext: typeof AudioContext }
    const isCounted = counted.sounds !== undefined
    counted.sounds = 0
    if (isCounted) return
    counted.AudioContext = class extends AudioContext {
      constructor() {
        super()
        counted.sounds = (counted.sounds ?? 0) + 1
      }
    }
  })
  return () => page.evaluate(() => (window as unknown as { sounds: number }).sounds)
}

/** The pitch that a sound begins with, Hz: as in `src/sounds.tsx`. */
const FIRST_PITCH = { fill: 1046, refusal: 220 } as const

/** Listens from now on, until the page reloads. Returns a function for the number of sounds of a kind. */
export async function countSoundsOf(page: Page): Promise<(kind: keyof typeof FIRST_PITCH) => Promise<number>> {
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
