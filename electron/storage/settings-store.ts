/** The terminal's settings in `settings.json`. Keys this version does not know are kept as they are. */
import { z } from 'zod'
import type { Settings } from '../../contract/session.ts'
import type { Clock } from '../../contract/time.ts'
import type { SetAside, SettingsStore } from './interface.ts'
import { JsonFile } from './json-file.ts'

export const DEFAULT_SETTINGS: Settings = { theme: 'dark', density: 'normal', unverifiedActions: 'confirm' }

const schema = z.looseObject({
  theme: z.enum(['dark', 'light', 'system']).default(DEFAULT_SETTINGS.theme),
  density: z.enum(['compact', 'normal', 'roomy']).default(DEFAULT_SETTINGS.density),
  unverifiedActions: z.enum(['confirm', 'refuse']).default(DEFAULT_SETTINGS.unverifiedActions),
})

export function openSettings(
  directory: string,
  clock: Pick<Clock, 'now'>,
): SettingsStore & { readonly setAside: SetAside | null } {
  const file = new JsonFile({ directory, name: 'settings', schema, initial: { ...DEFAULT_SETTINGS }, clock })
  return {
    setAside: file.setAside,
    readSettings: () => {
      const { theme, density, unverifiedActions } = file.value
      return { theme, density, unverifiedActions }
    },
    saveSettings: (settings) => file.save({ ...file.value, ...settings }),
  }
}
