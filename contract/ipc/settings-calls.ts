/** Settings, keys, sizes and templates, for every window. */
import { z } from 'zod'
import { templateChange } from '../exit-templates.ts'
import { LONGEST_SETTINGS, type SettingsPreview } from '../settings.ts'
import { keyChanges, settingsChange, sizesChange } from '../settings-schema.ts'
import { call, nothing } from './call.ts'

/** Settings, as they are changed and carried elsewhere. */
export const settingsCalls = {
  saveSettings: call<null>()({ from: 'any', rate: 'saves', hand: 'loosening' }, settingsChange),
  exportSettings: call<{ readonly text: string }>()({ from: 'any', rate: 'saves', hand: 'no' }, nothing),
  /** What exported settings would change; nothing has changed then. */
  previewSettings: call<SettingsPreview>()(
    { from: 'any', rate: 'saves', hand: 'no' },
    z.strictObject({ text: z.string().max(LONGEST_SETTINGS) }),
  ),
  /**
   * Takes them, keys besides those that were chosen. They hold no limit, and loosen only what the preview said: `loosens` is that, word for word.
   */
  importSettings: call<null>()(
    { from: 'any', rate: 'saves', hand: 'loosening' },
    z.strictObject({ text: z.string().max(LONGEST_SETTINGS), loosens: z.array(z.string().max(300)).max(20) }),
  ),
  /**
   * Changes keys of commands, in every window: those that are kept, or those that hold unless changed. One-click and trading keys end with it.
   */
  saveKeys: call<null>()(
    { from: 'any', rate: 'saves', hand: 'no' },
    z.strictObject({ from: z.enum(['kept', 'first']), changes: keyChanges }),
  ),
  /** Changes the sizes to choose from of a family or of one market, in every window. One-click and trading keys end with it. */
  saveSizes: call<null>()({ from: 'any', rate: 'saves', hand: 'no' }, sizesChange),
  /** Keeps an exit plan under a name, deletes one, or says which one an empty form begins with: for a family, in every window. */
  saveExitTemplate: call<null>()({ from: 'any', rate: 'saves', hand: 'no' }, templateChange),
} as const
