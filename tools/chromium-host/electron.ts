/** The host's `electron` module for main. Its exports have Electron's own types. */
import type * as Electron from 'electron'
import { App } from './app.ts'
import { BrowserWindow as HostBrowserWindow } from './browser-window.ts'
import { ClipboardItem as HostClipboardItem, clipboard as hostClipboard } from './clipboard.ts'
import { dialog as hostDialog } from './dialog.ts'
import { asElectron } from './electron-types.ts'
import { ipcMain as hostIpcMain } from './ipc-main.ts'
import { Menu as HostMenu, MenuItem as HostMenuItem } from './menu.ts'
import { MessageChannelMain as HostMessageChannel } from './message-ports.ts'
import { absent, provide } from './missing.ts'
import { nativeImages } from './native-image.ts'
import { nativeTheme as hostNativeTheme } from './native-theme.ts'
import { Notification as HostNotification } from './notification.ts'
import { powerMonitor as hostPowerMonitor } from './power-monitor.ts'
import { powerSaveBlocker as hostPowerSaveBlocker } from './power-save-blocker.ts'
import { say } from './runtime.ts'
import { screen as hostScreen } from './screen.ts'
import { session as hostSession, sessionOf } from './session.ts'
import { shell as hostShell } from './shell.ts'
import { start } from './start.ts'
import { Tray as HostTray } from './tray.ts'
import { webContents as hostWebContents } from './web-contents-list.ts'

const hostApp = new App(process.argv[1] ?? '.')

export const app = asElectron<Electron.App>()(hostApp)
export const BrowserWindow = asElectron<typeof Electron.BrowserWindow>()(HostBrowserWindow)
export const clipboard = asElectron<Electron.Clipboard>()(hostClipboard)
export const ClipboardItem = asElectron<typeof Electron.ClipboardItem>()(HostClipboardItem)
export const dialog = asElectron<Electron.Dialog>()(hostDialog)
export const ipcMain = asElectron<Electron.IpcMain>()(hostIpcMain)
export const Menu = asElectron<typeof Electron.Menu>()(HostMenu)
export const MenuItem = asElectron<typeof Electron.MenuItem>()(HostMenuItem)
export const MessageChannelMain = asElectron<typeof Electron.MessageChannelMain>()(HostMessageChannel)
export const nativeImage = asElectron<typeof Electron.nativeImage>()(nativeImages)
export const nativeTheme = asElectron<Electron.NativeTheme>()(hostNativeTheme)
export const Notification = asElectron<typeof Electron.Notification>()(HostNotification)
export const powerMonitor = asElectron<Electron.PowerMonitor>()(hostPowerMonitor)
export const powerSaveBlocker = asElectron<Electron.PowerSaveBlocker>()(hostPowerSaveBlocker)
export const protocol = sessionOf('').protocol
export const screen = asElectron<Electron.Screen>()(hostScreen)
export const session = asElectron<typeof Electron.session>()(hostSession)
export const shell = asElectron<Electron.Shell>()(hostShell)
export const Tray = asElectron<typeof Electron.Tray>()(HostTray)
export const webContents = asElectron<typeof Electron.webContents>()(hostWebContents)

// Main may import these; using one of them throws by name.
export const autoUpdater = absent('autoUpdater')
export const BaseWindow = absent('BaseWindow')
export const BrowserView = absent('BrowserView')
export const contentTracing = absent('contentTracing')
export const contextBridge = absent('contextBridge in main')
export const crashReporter = absent('crashReporter')
export const desktopCapturer = absent('desktopCapturer')
export const globalShortcut = absent('globalShortcut')
export const inAppPurchase = absent('inAppPurchase')
export const ipcRenderer = absent('ipcRenderer in main')
export const net = absent('net')
export const netLog = absent('netLog')
export const pushNotifications = absent('pushNotifications')
export const safeStorage = absent('safeStorage')
export const ShareMenu = absent('ShareMenu')
export const systemPreferences = absent('systemPreferences')
export const TouchBar = absent('TouchBar')
export const utilityProcess = absent('utilityProcess')
export const View = absent('View')
export const webFrameMain = absent('webFrameMain')
export const WebContentsView = absent('WebContentsView')

const whole = provide('electron', {
  app,
  autoUpdater,
  BaseWindow,
  BrowserView,
  BrowserWindow,
  ClipboardItem,
  clipboard,
  contentTracing,
  contextBridge,
  crashReporter,
  desktopCapturer,
  dialog,
  globalShortcut,
  inAppPurchase,
  ipcMain,
  ipcRenderer,
  Menu,
  MenuItem,
  MessageChannelMain,
  nativeImage,
  nativeTheme,
  net,
  netLog,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  pushNotifications,
  safeStorage,
  screen,
  session,
  ShareMenu,
  shell,
  systemPreferences,
  TouchBar,
  Tray,
  utilityProcess,
  View,
  webContents,
  WebContentsView,
  webFrameMain,
})
export default whole
/** Result of `require('electron')`. */
export { whole as 'module.exports' }

let isRequested = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (isRequested) hostApp.exit(1)
    else hostApp.quit()
    isRequested = true
  })
}

// Electron prints an unhandled rejection, and continues.
process.on('unhandledRejection', (reason) => {
  if (process.listenerCount('unhandledRejection') > 1) return
  say(`unhandled rejection: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`)
})

// Main's first turn decides on paths, switches and the single-instance lock; the browser is started after it.
setImmediate(() => void start(hostApp))
