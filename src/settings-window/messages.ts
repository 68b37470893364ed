/** Texts of the settings window that are in no setting. */
import type { OpenMeteoKeyState } from '../../contract/weather/index.ts'

export const MESSAGES = {
  /** @param key of the palette; undefined where it has none */
  elsewhere: (key: string | undefined) =>
    key === undefined
      ? 'To find markets, panels and commands, use the palette.'
      : `To find markets, panels and commands, use the palette (${key}).`,
  nothing: (query: string) => `No settings match “${query}”.`,
  openMeteoKey: 'Open-Meteo API key',
  otherOpenMeteoKey: 'New Open-Meteo API key',
  openMeteoKeyIs: {
    none: 'No API key is stored.',
    stored: 'An API key is stored. It is not shown again.',
    missing: 'The API key is not in the keychain. Enter it again, or retry the keychain in Account.',
  } satisfies { readonly [State in OpenMeteoKeyState]: string },
  storeOpenMeteoKey: 'Store key…',
  replaceOpenMeteoKey: 'Replace key…',
  forgetOpenMeteoKey: 'Forget key…',
  asking: 'Answer the dialog…',
} as const
