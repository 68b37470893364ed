/** Theme and density of the window: from the settings, onto the root element. */
import { useLayoutEffect, useSyncExternalStore } from 'react'
import type { Settings } from '../../contract/settings-table.ts'
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

/** Keeps the root element's `data-theme` and `data-density` as the settings say; gives the theme in force. */
export function useAppearance(): 'dark' | 'light' {
  const theme = useTheme()
  const density = useSettings()?.density ?? 'normal'
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme
    document.documentElement.dataset.density = density
  }, [theme, density])
  return theme
}
