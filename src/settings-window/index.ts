/** The settings window: everything that can be set, found by typing. */
export { SettingsWindow, settingsWindowCommand } from './settings-window.tsx'
