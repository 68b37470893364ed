/**
 * Checks every part of the host against Electron's own types, with `tsc`: each member by parameters and result, each event by name and listener
 * arguments. The last lines verify that mismatches do not compile.
 */
import type * as Electron from 'electron'
import type { App } from './app.ts'
import type { BrowserWindow } from './browser-window.ts'
import type { ClipboardItem, clipboard } from './clipboard.ts'
import type { CommandLine } from './command-line.ts'
import type { dialog } from './dialog.ts'
import type { DownloadMembers } from './downloads.ts'
import type { AllEvents, EventsOf, Misfits, OwnMembers } from './electron-types.ts'
import type { FrameMembers } from './frame.ts'
import type { IpcMain } from './ipc-main.ts'
import type { Menu, MenuItem } from './menu.ts'
import type { MessageChannelMain, MessagePortMain } from './message-ports.ts'
import type { ImageMembers, nativeImages } from './native-image.ts'
import type { NativeTheme } from './native-theme.ts'
import type { Notification } from './notification.ts'
import type { PowerMonitor } from './power-monitor.ts'
import type { powerSaveBlocker } from './power-save-blocker.ts'
import type { SchemeHandlers } from './protocol.ts'
import type { AppEvents } from './runtime.ts'
import type { Screen } from './screen.ts'
import type { Session, session } from './session.ts'
import type { shell } from './shell.ts'
import type { Tray } from './tray.ts'
import type { WebContents } from './web-contents.ts'
import type { webContents } from './web-contents-list.ts'

/** True, or the names that do not conform; `Own` are the host's own members, which Electron does not have. */
type Conforms<Host, Real, Own extends PropertyKey = never> = [Misfits<Host, Real>] extends [never]
  ? [Exclude<OwnMembers<Host, Real>, Own>] extends [never]
    ? true
    : { readonly "not Electron's": Exclude<OwnMembers<Host, Real>, Own> }
  : { readonly 'of another type in Electron': Misfits<Host, Real> }

/** The host's constructor accepts Electron's arguments. */
type Constructs<Host, Real> = Real extends abstract new (
  ...args: infer Given
) => unknown
  ? Host extends abstract new (
      ...args: Given
    ) => unknown
    ? true
    : 'takes other arguments'
  : 'no class'

type Held<_Conformance extends true> = true

export type Conformance = [
  Held<Conforms<App, Electron.App, 'becomeReady' | 'browserDied' | 'ending'>>,
  Held<Conforms<CommandLine, Electron.CommandLine, 'added'>>,
  Held<Conforms<BrowserWindow, Electron.BrowserWindow, 'electron' | 'syncBounds'>>,
  Held<Conforms<typeof BrowserWindow, typeof Electron.BrowserWindow>>,
  Held<Constructs<typeof BrowserWindow, typeof Electron.BrowserWindow>>,
  Held<
    Conforms<
      WebContents,
      Electron.WebContents,
      | 'adopt'
      | 'browserDied'
      | 'electron'
      | 'end'
      | 'hostSession'
      | 'mainFrameId'
      | 'mayNavigate'
      | 'navigationFailed'
      | 'target'
    >
  >,
  Held<Conforms<typeof webContents, typeof Electron.webContents>>,
  Held<Conforms<FrameMembers, Electron.WebFrameMain>>,
  Held<
    Conforms<
      Session,
      Electron.Session,
      'askBeforeRequest' | 'askHeadersReceived' | 'electron' | 'grantPermissions' | 'schemes'
    >
  >,
  Held<Conforms<typeof session, typeof Electron.session>>,
  Held<Conforms<DownloadMembers, Electron.DownloadItem>>,
  Held<Conforms<SchemeHandlers['api'], Electron.Protocol>>,
  Held<Conforms<IpcMain, Electron.IpcMain, 'answer'>>,
  Held<Conforms<typeof clipboard, Electron.Clipboard>>,
  Held<Conforms<ClipboardItem, Electron.ClipboardItem>>,
  Held<Constructs<typeof ClipboardItem, typeof Electron.ClipboardItem>>,
  Held<Conforms<typeof dialog, Electron.Dialog>>,
  Held<Conforms<Menu, Electron.Menu>>,
  Held<Conforms<typeof Menu, typeof Electron.Menu>>,
  Held<Constructs<typeof Menu, typeof Electron.Menu>>,
  Held<Conforms<MenuItem, Electron.MenuItem>>,
  Held<Constructs<typeof MenuItem, typeof Electron.MenuItem>>,
  Held<Conforms<MessageChannelMain, Electron.MessageChannelMain>>,
  Held<Constructs<typeof MessageChannelMain, typeof Electron.MessageChannelMain>>,
  Held<Conforms<MessagePortMain, Electron.MessagePortMain, 'electron' | 'handOver'>>,
  Held<Conforms<ImageMembers, Electron.NativeImage>>,
  Held<Conforms<typeof nativeImages, typeof Electron.nativeImage>>,
  Held<Conforms<NativeTheme, Electron.NativeTheme, 'applyTo'>>,
  Held<Conforms<Notification, Electron.Notification>>,
  Held<Conforms<typeof Notification, typeof Electron.Notification>>,
  Held<Constructs<typeof Notification, typeof Electron.Notification>>,
  Held<Conforms<PowerMonitor, Electron.PowerMonitor, 'happen'>>,
  Held<Conforms<typeof powerSaveBlocker, Electron.PowerSaveBlocker>>,
  Held<Conforms<Screen, Electron.Screen, 'become'>>,
  Held<Conforms<Tray, Electron.Tray, 'menu' | 'tip'>>,
  Held<Conforms<typeof Tray, typeof Electron.Tray, 'last'>>,
  Held<Constructs<typeof Tray, typeof Electron.Tray>>,
  Held<Conforms<typeof shell, Electron.Shell>>,
]

/** Cases that must not compile: if one did, the checks above would prove nothing. */
export type Canaries = [
  // @ts-expect-error Electron's getVersion answers a string.
  Held<Conforms<{ getVersion(): number }, Electron.App>>,
  // @ts-expect-error Electron's getPath is asked for more than the home folder.
  Held<Conforms<{ getPath(name: 'home'): string }, Electron.App>>,
  // @ts-expect-error Electron has no such member.
  Held<Conforms<{ getVersoin(): string }, Electron.App>>,
  // @ts-expect-error A message box is also asked for with a window before its options.
  Held<Conforms<{ showMessageBoxSync(options: Electron.MessageBoxOptions): number }, Electron.Dialog>>,
  // @ts-expect-error Text is read asynchronously.
  Held<Conforms<{ readText(): string }, Electron.Clipboard>>,
  // @ts-expect-error A window is also made without options.
  Held<Constructs<new (options: Electron.BrowserWindowConstructorOptions) => object, typeof Electron.BrowserWindow>>,
  // @ts-expect-error Electron has no such event.
  EventsOf<Electron.BrowserWindow, 'ready-to-shown'>,
  // @ts-expect-error The exit code is a number.
  Held<[Electron.Event, string] extends AllEvents<Electron.App>['quit'] ? true : false>,
  // @ts-expect-error The event of a page that is gone has its reason.
  Held<[Electron.Event, Electron.WebContents] extends AppEvents['render-process-gone'] ? true : false>,
]
