/**
 * `electron` reduced to the list of used APIs. A test compiles main against it, so that any other use of Electron is a compile error. Electron's own
 * types are global here, since `electron` itself is this file.
 */
import type { AllEvents, Overloads } from '../electron-types.ts'
import type { Used } from './used-names.ts'

type Part = keyof Used

/** One of Electron's types with only the listed members and events. */
type Only<Real, P extends Part> = { [K in Used[P]['members'] & keyof Real]: Narrowed<Real[K]> } & OnlyEvents<
  Real,
  Used[P]['events']
>

type OnlyEvents<Real, Names> = [Names] extends [never]
  ? unknown
  : Real extends { on: unknown }
    ? Record<'on' | 'once' | 'off' | 'removeListener', Listen<AllEvents<Real>, Names & keyof AllEvents<Real>>>
    : unknown

type Listen<Events, Names extends keyof Events> = <Name extends Names>(
  event: Name,
  listener: (...args: NarrowedEach<Events[Name]>) => void,
) => unknown

type NarrowedEach<Args> = Args extends unknown[] ? { [I in keyof Args]: Narrowed<Args[I]> } : never

/** A type with each of Electron's classes reduced to its listed part. */
type Narrowed<T> = 0 extends 1 & T
  ? T
  : T extends Electron.BrowserWindow
    ? BrowserWindow
    : T extends Electron.BaseWindow
      ? BaseWindow
      : T extends Electron.WebContents
        ? WebContents
        : T extends Electron.Session
          ? Session
          : T extends Electron.WebRequest
            ? Only<Electron.WebRequest, 'WebRequest'>
            : T extends Electron.WebFrameMain
              ? WebFrameMain
              : T extends Electron.NativeImage
                ? NativeImage
                : T extends Electron.MessagePortMain
                  ? MessagePortMain
                  : T extends Electron.IpcMainEvent | Electron.IpcMainInvokeEvent
                    ? IpcMainInvokeEvent
                    : T extends (...args: never) => unknown
                      ? NarrowedFunction<T>
                      : T extends Promise<infer Value>
                        ? Promise<Narrowed<Value>>
                        : T extends (infer Element)[]
                          ? Narrowed<Element>[]
                          : T

type NarrowedFunction<F> = All<
  Overloads<F> extends infer One ? (One extends (...args: infer A) => infer R ? Narrow<A, R> : never) : never
>

type Narrow<A, R> = (...args: NarrowedEach<A>) => Narrowed<R>

/** The intersection of a union's members: one function of all overloads. */
type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer Whole) => void
  ? Whole
  : never

export type App = Only<Electron.App, 'app'>
export type BaseWindow = Pick<Electron.BaseWindow, 'id'>
export type WebPreferences = Only<Electron.WebPreferences, 'WebPreferences'>
export type BrowserWindowConstructorOptions = Omit<
  Pick<
    Electron.BrowserWindowConstructorOptions,
    Used['BrowserWindowConstructorOptions']['members'] & keyof Electron.BrowserWindowConstructorOptions
  >,
  'webPreferences'
> & {
  webPreferences?: Pick<Electron.WebPreferences, Used['WebPreferences']['members'] & keyof Electron.WebPreferences>
}
export type MenuItemConstructorOptions = Electron.MenuItemConstructorOptions
export type MessageBoxOptions = Electron.MessageBoxOptions
export type OpenDialogOptions = Electron.OpenDialogOptions
export type SaveDialogOptions = Electron.SaveDialogOptions
export type Session = Only<Electron.Session, 'Session'>
export type WebContents = Only<Electron.WebContents, 'WebContents'>
export type WebFrameMain = Only<Electron.WebFrameMain, 'WebFrameMain'>
export type NativeImage = Only<Electron.NativeImage, 'NativeImage'>
export type IpcMainInvokeEvent = Only<Electron.IpcMainInvokeEvent, 'IpcMainInvokeEvent'>
export type IpcRendererEvent = Only<Electron.IpcRendererEvent, 'IpcRendererEvent'>
export type MessagePortMain = Only<Electron.MessagePortMain, 'MessagePortMain'>
export type BrowserWindow = Only<Electron.BrowserWindow, 'BrowserWindow'> & BaseWindow
/** With all options optional, the compiler confuses the form with a window and the one without: it is declared again. */
export type Dialog = Only<Electron.Dialog, 'dialog'> & {
  showOpenDialog(window: BaseWindow, options: OpenDialogOptions): Promise<Electron.OpenDialogReturnValue>
  showSaveDialog(window: BaseWindow, options: SaveDialogOptions): Promise<Electron.SaveDialogReturnValue>
}
export type Notification = Only<Electron.Notification, 'Notification'>

export declare const app: App
export declare const BrowserWindow: new (options: BrowserWindowConstructorOptions) => BrowserWindow
export type ClipboardItem = Electron.ClipboardItem
export declare const ClipboardItem: typeof Electron.ClipboardItem
export declare const clipboard: Only<Electron.Clipboard, 'clipboard'>
export declare const contextBridge: Only<Electron.ContextBridge, 'contextBridge'>
export declare const dialog: Dialog
export declare const ipcMain: Only<Electron.IpcMain, 'ipcMain'>
export declare const ipcRenderer: Only<Electron.IpcRenderer, 'ipcRenderer'>
export declare const Menu: Only<typeof Electron.Menu, 'Menu'>
export declare const MessageChannelMain: new () => {
  readonly [K in Used['MessageChannelMain']['members'] & keyof Electron.MessageChannelMain]: MessagePortMain
}
export declare const Notification: Only<typeof Electron.Notification, 'NotificationClass'> &
  (new (
    options: Electron.NotificationConstructorOptions,
  ) => Notification)
export declare const powerMonitor: Only<Electron.PowerMonitor, 'powerMonitor'>
export type PowerMonitor = Only<Electron.PowerMonitor, 'powerMonitor'>
export type PowerSaveBlocker = Only<Electron.PowerSaveBlocker, 'powerSaveBlocker'>
export type RenderProcessGoneDetails = Electron.RenderProcessGoneDetails
export declare const powerSaveBlocker: PowerSaveBlocker
export type ContextMenuParams = Electron.ContextMenuParams
export declare const nativeTheme: Only<Electron.NativeTheme, 'nativeTheme'>
export declare const nativeImage: Only<typeof Electron.nativeImage, 'nativeImage'>
export type Tray = Only<Electron.Tray, 'Tray'>
export declare const Tray: new (image: NativeImage) => Tray
export type Menu = Electron.Menu
export declare const protocol: Only<Electron.Protocol, 'protocol'>
export declare const screen: Only<Electron.Screen, 'screen'>
export declare const session: Only<typeof Electron.session, 'session'>
export declare const shell: Only<Electron.Shell, 'shell'>
