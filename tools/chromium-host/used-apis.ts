/** The Electron APIs that main and the preload use, and how the host provides each. The tests enforce it: add new uses here. */
import type * as Electron from 'electron'
import type { App } from './app.ts'
import type { WindowEvents } from './bounded-window.ts'
import type { BrowserWindow } from './browser-window.ts'
import type { ClipboardItem, clipboard } from './clipboard.ts'
import type { ContentsEvents } from './contents-events.ts'
import type { dialog } from './dialog.ts'
import type { AllEvents } from './electron-types.ts'
import type { FrameMembers } from './frame.ts'
import type { IpcMain } from './ipc-main.ts'
import type { Menu } from './menu.ts'
import type { MessageChannelMain, MessagePortMain } from './message-ports.ts'
import type { ImageMembers, nativeImages } from './native-image.ts'
import type { NativeTheme } from './native-theme.ts'
import type { Notification, NotificationEvents } from './notification.ts'
import type { PowerEvents, PowerMonitor } from './power-monitor.ts'
import type { powerSaveBlocker } from './power-save-blocker.ts'
import type { SchemeHandlers } from './protocol.ts'
import type { AppEvents } from './runtime.ts'
import type { Screen, ScreenEvents } from './screen.ts'
import type { Session, SessionEvents, session } from './session.ts'
import type { shell } from './shell.ts'
import type { Tray } from './tray.ts'
import type { WebContents } from './web-contents.ts'
import type { Preferences, WindowOptions } from './window-options.ts'

/** Provided: as in Electron, or with the stated difference. */
type Provided = 'whole' | { readonly differs: string }
/** Not provided: using it throws by name; an event never comes. With the consequence. */
interface Absent {
  readonly absent: string
}

/** @template Emitted names of the events that the host emits. */
interface Part<Real, Host, Emitted extends PropertyKey = never> {
  readonly members: { readonly [K in keyof Real]?: K extends keyof Host ? Provided : Absent }
  readonly events?: Real extends { on: unknown }
    ? { readonly [K in keyof AllEvents<Real>]?: K extends Emitted ? Provided : Absent }
    : never
}

/** APIs of the preload: the host implements them as a script in the page. */
type PreloadPart<Real> = Part<Real, Real>

const onRequest = { differs: 'when a test says so' } as const

export const usedApis = {
  app: {
    members: {
      commandLine: { differs: 'flags of V8 join those that the host itself needs' },
      enableSandbox: {
        differs: 'does nothing: windows are sandboxed wherever the browser is, everywhere but as root on Linux',
      },
      exit: 'whole',
      getAppPath: 'whole',
      getPath: { differs: 'knows the usual folders; any other name throws' },
      getVersion: { differs: 'of the next package.json upwards from the main file, started by file or by folder' },
      isReady: 'whole',
      isPackaged: { differs: 'always false: what only packaged builds do never runs' },
      quit: { differs: "a page's beforeunload is not asked" },
      relaunch: { differs: 'starts nothing; says what would be started' },
      requestSingleInstanceLock: { differs: 'a lock file in the user data instead of the browser’s' },
      setAsDefaultProtocolClient: { differs: 'does nothing, and says so' },
      setAppUserModelId: { differs: 'does nothing: of meaning to Windows only' },
      setName: 'whole',
      setPath: 'whole',
      whenReady: 'whole',
    },
    events: {
      activate: { absent: 'comes on macOS only; the host has no dock' },
      'before-quit': 'whole',
      'child-process-gone': { absent: 'the host hears of no process but those of pages' },
      'browser-window-blur': { differs: 'not reported of a window that loses the focus to another of the terminal’s' },
      'browser-window-focus': { differs: 'with what the page hears of the focus, and with a press in it' },
      'open-url': { absent: 'comes on macOS only' },
      'render-process-gone': { differs: 'the reason is always crashed' },
      'second-instance': 'whole',
      'session-created': { differs: 'the default session is told of as the app becomes ready' },
      'web-contents-created': 'whole',
      'will-quit': 'whole',
      'window-all-closed': 'whole',
    },
  },
  BrowserWindow: {
    members: {
      close: 'whole',
      destroy: 'whole',
      focus: 'whole',
      getBounds: { differs: 'with a frame of 8 × 30 around the page, which is drawn nowhere' },
      getNormalBounds: { differs: 'with a frame of 8 × 30 around the page, which is drawn nowhere' },
      isDestroyed: 'whole',
      isFullScreen: 'whole',
      isMaximized: 'whole',
      isMinimized: 'whole',
      isVisible: 'whole',
      loadURL: { differs: 'registered schemes only; everything else is refused' },
      maximize: 'whole',
      restore: 'whole',
      setBounds: 'whole',
      setFullScreen: 'whole',
      setTitle: { differs: 'kept, shown nowhere: the title on the screen is the page’s' },
      show: { differs: 'where there is a display the window is on it from the start' },
      unmaximize: 'whole',
      webContents: 'whole',
    },
    events: {
      close: { differs: 'the browser’s own button cannot be kept from closing; one that a test presses can' },
      closed: 'whole',
      'enter-full-screen': 'whole',
      focus: { differs: 'with what the page hears of the focus, and with a press in it' },
      hide: { differs: 'a hidden window is minimized where there is a display' },
      'leave-full-screen': 'whole',
      maximize: 'whole',
      minimize: 'whole',
      move: 'whole',
      'page-title-updated': { absent: 'titles are not followed' },
      responsive: { absent: 'the host does not watch whether a page answers' },
      unresponsive: { absent: 'as responsive' },
      'ready-to-show': { differs: 'with the end of the first load; never for a page that fails' },
      resize: 'whole',
      restore: 'whole',
      show: 'whole',
      unmaximize: 'whole',
    },
  },
  BrowserWindowConstructorOptions: {
    members: {
      autoHideMenuBar: { differs: 'there is no menu bar to hide' },
      backgroundColor: { differs: '#rrggbb only' },
      height: 'whole',
      minHeight: { differs: 'holds main’s own calls, not the hand at the screen' },
      minWidth: { differs: 'holds main’s own calls, not the hand at the screen' },
      show: { differs: 'where there is a display the window is on it from the start' },
      title: { differs: 'kept, shown nowhere' },
      useContentSize: 'whole',
      webPreferences: 'whole',
      width: 'whole',
    },
  },
  WebPreferences: {
    members: {
      backgroundThrottling: { differs: 'false only' },
      partition: { differs: 'a session of its own in the one profile of the browser' },
      contextIsolation: { differs: 'true only' },
      nodeIntegration: { differs: 'false only' },
      preload: 'whole',
      sandbox: { differs: 'true only' },
      spellcheck: { differs: 'false only' },
      webSecurity: { differs: 'true only' },
      navigateOnDragDrop: { differs: 'false only' },
      devTools: {
        differs: 'the host has no developer tools in a window; those behind its debugging port are always there',
      },
      webviewTag: { differs: 'false only' },
    },
  },
  WebContents: {
    members: {
      capturePage: 'whole',
      forcefullyCrashRenderer: 'whole',
      id: 'whole',
      isDestroyed: 'whole',
      postMessage: { differs: 'as send; ports are closed at once when the page is gone' },
      reload: 'whole',
      send: { differs: 'JSON only; dropped without a word when the page is gone but the window is not' },
      setWebRTCIPHandlingPolicy: { differs: 'does nothing: the browser is started with it, unless the host is bare' },
      setWindowOpenHandler: {
        differs:
          'what is allowed is opened by the host, so that the page has it not in hand; without a handler nothing opens but in bare mode',
      },
    },
    events: {
      'context-menu': { absent: 'Chromium shows its own menu' },
      'before-input-event': { differs: 'keys that go down only; too late to prevent them' },
      'before-mouse-event': { differs: 'buttons that go down or up only; too late to prevent them' },
      'input-event': { differs: 'fingers that touch or leave only' },
      'will-attach-webview': { absent: 'there are no webviews' },
      'will-frame-navigate': 'whole',
      'will-navigate': 'whole',
      'will-redirect': { differs: 'comes only for a redirect that main itself answers' },
    },
  },
  session: {
    members: {
      defaultSession: { differs: 'what pages store is gone at the end' },
      fromPartition: { differs: 'all share one profile, which is gone at the end' },
    },
  },
  Session: {
    members: {
      protocol: 'whole',
      resolveProxy: { differs: 'always DIRECT: the system is not asked' },
      setProxy: {
        differs: 'does nothing: the browser is started with the same for all sessions, unless the host is bare',
      },
      setDevicePermissionHandler: { differs: 'not consulted: pages reach no device' },
      setPermissionCheckHandler: { differs: 'asked once per load for every permission that Chromium can be told of' },
      setPermissionRequestHandler: { differs: 'asked once per load for every permission that Chromium can be told of' },
      webRequest: 'whole',
    },
    events: {
      'will-download': { differs: 'the item can be canceled and tells its name and address, no more' },
    },
  },
  WebRequest: {
    members: {
      onBeforeRequest: { differs: 'whatever it answers, only registered schemes are reached, but in bare mode' },
    },
  },
  protocol: {
    members: {
      handle: { differs: 'schemes given to registerSchemesAsPrivileged only' },
      registerSchemesAsPrivileged: { differs: 'every scheme is standard and secure, whatever is asked for' },
    },
  },
  ipcMain: {
    members: {
      handle: { differs: 'JSON only: finite numbers and plain objects' },
      on: { differs: 'JSON only: finite numbers and plain objects' },
    },
  },
  IpcMainInvokeEvent: {
    members: {
      sender: 'whole',
      senderFrame: { differs: 'always the live top frame, never null, detached or a frame within' },
    },
  },
  IpcRendererEvent: { members: { ports: 'whole' } },
  MessageChannelMain: { members: { port1: 'whole', port2: 'whole' } },
  MessagePortMain: {
    members: {
      close: { differs: 'the page hears nothing more, and is not reported' },
      postMessage: { differs: 'JSON only; takes no ports' },
      start: 'whole',
    },
    events: { message: 'whole' },
  },
  WebFrameMain: { members: { detached: 'whole', parent: { differs: 'always null' }, url: 'whole' } },
  NativeImage: { members: { setTemplateImage: { differs: 'does nothing' }, toPNG: 'whole' } },
  nativeImage: { members: { createFromBuffer: { differs: 'of a PNG only' } } },
  clipboard: {
    members: {
      clear: { differs: 'a text of this process: empty at the start, apart from the system’s clipboard' },
      readText: { differs: 'as clear' },
      write: { differs: 'kept in this process as it came: nothing decodes it' },
      writeText: { differs: 'as clear' },
    },
  },
  ClipboardItem: { members: {} },
  dialog: {
    members: {
      showErrorBox: { differs: 'printed' },
      showMessageBox: { differs: 'printed, and answered as by someone who cancels, or by a program that asks for it' },
      showOpenDialog: { differs: 'as showMessageBox; one file' },
      showSaveDialog: { differs: 'as showMessageBox' },
    },
  },
  Menu: {
    members: {
      buildFromTemplate: {
        differs: 'kept, shown nowhere; roles that quit, close, minimize, zoom and fill the screen work',
      },
      setApplicationMenu: { differs: 'shown nowhere; keys run their items, whatever the page does with them' },
    },
  },
  Notification: {
    members: {
      show: { differs: 'by notify-send; no click, no actions' },
    },
    events: {
      click: { differs: 'never comes: notify-send tells of none' },
      close: { differs: 'only when main closes it' },
      failed: 'whole',
      show: { differs: 'when notify-send begins' },
    },
  },
  NotificationClass: { members: { isSupported: { differs: 'false without a display or notify-send' } } },
  powerMonitor: {
    members: {
      getSystemIdleState: { differs: 'unknown until a test says that the screen is locked: the host asks no desktop' },
    },
    events: { 'lock-screen': onRequest, resume: onRequest, suspend: onRequest },
  },
  nativeTheme: {
    members: {
      shouldUseDarkColors: { differs: 'the theme of the system counts as light' },
      themeSource: 'whole',
    },
  },
  powerSaveBlocker: {
    members: { start: { differs: 'counted; keeps nothing awake' }, stop: 'whole' },
  },
  screen: {
    members: {
      getAllDisplays: { differs: 'as ISOTHERM_SCREENS says; pages are drawn at scale 1 whatever the display’s is' },
      getPrimaryDisplay: { differs: 'as getAllDisplays' },
    },
    events: {
      'display-added': { differs: 'when a test says so' },
      'display-metrics-changed': { differs: 'when a test says so' },
      'display-removed': {
        differs: 'when a test says so; windows stay where they are, where a system would move them',
      },
    },
  },
  Tray: {
    members: {
      destroy: 'whole',
      setContextMenu: { differs: 'kept, shown nowhere' },
      setImage: { differs: 'shown nowhere' },
      setToolTip: { differs: 'kept, shown nowhere' },
    },
    events: { click: { differs: 'never comes: there is nothing to click' } },
  },
  shell: {
    members: {
      beep: { differs: 'silent' },
      openExternal: { differs: 'without a display printed, and counted as opened' },
    },
  },
  contextBridge: {
    members: { exposeInMainWorld: { differs: 'one JSON text and one clone, where Electron copies value by value' } },
  },
  ipcRenderer: {
    members: {
      invoke: { differs: 'JSON only' },
      on: { differs: 'JSON only' },
      send: { differs: 'JSON only' },
    },
  },
} as const satisfies {
  readonly app: Part<Electron.App, App, keyof AppEvents>
  readonly BrowserWindow: Part<Electron.BrowserWindow, BrowserWindow, keyof WindowEvents>
  readonly BrowserWindowConstructorOptions: Part<Electron.BrowserWindowConstructorOptions, WindowOptions>
  readonly WebPreferences: Part<Electron.WebPreferences, Preferences>
  readonly WebContents: Part<Electron.WebContents, WebContents, keyof ContentsEvents>
  readonly session: Part<typeof Electron.session, typeof session>
  readonly Session: Part<Electron.Session, Session, keyof SessionEvents>
  readonly WebRequest: Part<Electron.WebRequest, Electron.WebRequest>
  readonly protocol: Part<Electron.Protocol, SchemeHandlers['api']>
  readonly ipcMain: Part<Electron.IpcMain, IpcMain>
  readonly IpcMainInvokeEvent: Part<Electron.IpcMainInvokeEvent, Electron.IpcMainInvokeEvent>
  readonly IpcRendererEvent: PreloadPart<Electron.IpcRendererEvent>
  readonly MessageChannelMain: Part<Electron.MessageChannelMain, MessageChannelMain>
  readonly MessagePortMain: Part<Electron.MessagePortMain, MessagePortMain, 'close' | 'message'>
  readonly WebFrameMain: Part<Electron.WebFrameMain, FrameMembers>
  readonly NativeImage: Part<Electron.NativeImage, ImageMembers>
  readonly nativeImage: Part<typeof Electron.nativeImage, typeof nativeImages>
  readonly Tray: Part<Electron.Tray, Tray, 'click'>
  readonly clipboard: Part<Electron.Clipboard, typeof clipboard>
  readonly ClipboardItem: Part<Electron.ClipboardItem, ClipboardItem>
  readonly dialog: Part<Electron.Dialog, typeof dialog>
  readonly Menu: Part<typeof Electron.Menu, typeof Menu>
  readonly Notification: Part<Electron.Notification, Notification, keyof NotificationEvents>
  readonly NotificationClass: Part<typeof Electron.Notification, typeof Notification>
  readonly powerMonitor: Part<Electron.PowerMonitor, PowerMonitor, keyof PowerEvents>
  readonly nativeTheme: Part<Electron.NativeTheme, NativeTheme>
  readonly powerSaveBlocker: Part<Electron.PowerSaveBlocker, typeof powerSaveBlocker>
  readonly screen: Part<Electron.Screen, Screen, keyof ScreenEvents>
  readonly shell: Part<Electron.Shell, typeof shell>
  readonly contextBridge: PreloadPart<Electron.ContextBridge>
  readonly ipcRenderer: PreloadPart<Electron.IpcRenderer>
}
