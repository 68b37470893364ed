/** How the window looks: from the settings, onto the root element. */
import { useCallback, useLayoutEffect, useSyncExternalStore } from 'react'
import { DEFAULT_SETTINGS, type Settings } from '../../contract/settings-table.ts'
import { useSettings } from '../queries/index.ts'

/** Whether the system asks for something; renders again when it does no more, or anew. */
function useSystem(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void): (() => void) => {
      const asked = matchMedia(query)
      asked.addEventListener('change', changed)
      return () => asked.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** The theme that is shown: `system` follows the machine. */
function themeOf(setting: Settings['theme'], systemIsDark: boolean): 'dark' | 'light' {
  if (setting !== 'system') return setting
  return systemIsDark ? 'dark' : 'light'
}

/** The theme in force; dark until the settings are known. */
function useTheme(): 'dark' | 'light' {
  const systemIsDark = useSystem('(prefers-color-scheme: dark)')
  return themeOf(useSettings()?.theme ?? 'dark', systemIsDark)
}

/** Keeps theme, contrast, colours of the sides, row height, text size and motion as the settings say; gives the theme in force. */
export function useAppearance(): 'dark' | 'light' {
  const theme = useTheme()
  const { density, palette, textSize, highContrast, lessMotion } = useSettings() ?? DEFAULT_SETTINGS
  const contrast = useSystem('(prefers-contrast: more)') || highContrast ? 'high' : 'usual'
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement
    style.setProperty('--text-scale', String(textSize / 100))
    Object.assign(dataset, {
      theme,
      contrast,
      density,
      palette,
      textSize: String(textSize),
      motion: lessMotion ? 'less' : 'as-the-system',
    })
  }, [theme, contrast, density, palette, textSize, lessMotion])
  return theme
}
