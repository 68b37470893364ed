/** Main's calls for a test: through a real window's bridge, or directly without a window. */
import type { Page } from '@playwright/test'
import type { Answer, CallName, InputOf, OutputOf } from '../../contract/ipc.ts'
import { copiesElsewhere } from './clipboards.ts'

export interface Bridge {
  /** Makes a call. If main dies meanwhile, the answer has code `ended`. */
  call<N extends CallName>(name: N, input: InputOf<N>): Promise<Answer<OutputOf<N>>>
  /**
   * Presses a key on which the page makes a call, as a button does: loosening a safety setting needs a recent user gesture, and a separate one could
   * be too old on a slow machine.
   */
  press<N extends CallName>(name: N, input: InputOf<N>): Promise<Answer<OutputOf<N>>>
  /** Another program copies text to the clipboard. */
  copies(text: string): Promise<void>
}

const GONE = /closed|crash|disconnected|destroyed/i

/** The bridge of a window's page. */
export const bridgeOf = (page: Page): Bridge => ({
  copies: (text) => copiesElsewhere(page, text),
  press: (name, input) =>
    answered(async () => {
      await page.evaluate(
        ([call, given]) => {
          const { terminal } = window as unknown as WithAnswer
          window.addEventListener(
            'keydown',
            () => Object.assign(window, { answerToPress: terminal?.[call]?.(given) }),
            { once: true },
          )
        },
        [name as string, input as unknown] as const,
      )
      await page.keyboard.press('Shift')
      return page.evaluate(() => (window as unknown as WithAnswer).answerToPress)
    }),
  call: (name, input) =>
    answered(() =>
      page.evaluate(async ([call, given]) => (window as unknown as WithAnswer).terminal?.[call]?.(given), [
        name as string,
        input as unknown,
      ] as const),
    ),
})

interface WithAnswer {
  readonly terminal?: Readonly<Record<string, (input: unknown) => Promise<unknown>>>
  readonly answerToPress?: Promise<unknown>
}

const answered = async (ask: () => Promise<unknown>): Promise<never> =>
  (await ask().catch((error: Error) => {
    if (!GONE.test(error.message)) throw error
    return { ok: false, error: { code: 'ended', message: error.message, status: null, about: null } }
  })) as never
