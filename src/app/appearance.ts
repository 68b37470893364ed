/** How the window looks: from the settings, onto the root element. */
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { DEFAULT_SETTINGS, type Settings } from '../../contract/settings-table.ts'
import { useSettings } from '../queries/index.ts'

const darkQuery = '(prefers-color-scheme: dark)'
const subscribe = (changed: () => void): (() => void) => {
  const query = matchMedia(darkQuery)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** The theme that is shown: `system` follows the machine. */
function themeOf(setting: Settings['theme'], systemIsDark: boolean): 'dark' | 'light' {
  if (setting !== 'system') return setting
  return systemIsDark ? 'dark' : 'light'
}

/** The theme in force; dark until the settings are known. */
function useTheme(): 'dark' | 'light' {
  const systemIsDark = useSyncExternalStore(subscribe, () => matchMedia(darkQuery).matches)
  return themeOf(useSettings()?.theme ?? 'dark', systemIsDark)
}

/** Keeps theme, colours of the sides, row height, text size and motion as the settings say; gives the theme in force. */
export function useAppearance(): 'dark' | 'light' {
  const theme = useTheme()
  const { density, palette, textSize, lessMotion } = useSettings() ?? DEFAULT_SETTINGS
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement
    style.setProperty('--text-scale', String(textSize / 100))
    Object.assign(dataset, {
      theme,
      density,
      palette,
      textSize: String(textSize),
      motion: lessMotion ? 'less' : 'as-the-system',
    })
  }, [theme, density, palette, textSize, lessMotion])
  return theme
}
