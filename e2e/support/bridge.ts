/** The calls of main as a test makes them: through a real window's own bridge, or straight where there is no window. */
import type { Page } from '@playwright/test'
import type { Answer, CallName, InputOf, OutputOf } from '../../contract/ipc.ts'
import { copiesElsewhere } from './clipboards.ts'

export interface Bridge {
  /** Makes a call. A main that dies meanwhile answers code `ended`. */
  call<N extends CallName>(name: N, input: InputOf<N>): Promise<Answer<OutputOf<N>>>
  /** Presses a key that does nothing, as a hand at the window: what loosens a safety catch is taken right after a press only. */
  press(): Promise<void>
  /** Another program puts a text on the clipboard. */
  copies(text: string): Promise<void>
}

const GONE = /closed|crash|disconnected|destroyed/i

/** The bridge of a window's page. */
export const bridgeOf = (page: Page): Bridge => ({
  copies: (text) => copiesElsewhere(page, text),
  press: () =>
    page.keyboard.press('Shift').catch((error: Error) => {
      if (!GONE.test(error.message)) throw error
    }),
  call: (name, input) =>
    page
      .evaluate(
        async ([call, given]) => {
          const bridge = window.terminal as unknown as Record<string, (input: unknown) => Promise<unknown>> | undefined
          return bridge?.[call]?.(given)
        },
        [name as string, input as unknown] as const,
      )
      .catch((error: Error) => {
        if (!GONE.test(error.message)) throw error
        return { ok: false, error: { code: 'ended', message: error.message, status: null, about: null } }
      }) as never,
})
