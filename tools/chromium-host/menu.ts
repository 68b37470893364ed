/** `Menu`: stored but not shown, since the browser's windows have no menu bar. Its keys and roles work (`menu-keys.ts`, `menu-roles.ts`). */
import type * as Electron from 'electron'
import { asElectron, type EventsOf } from './electron-types.ts'
import { hostEvent } from './events.ts'
import { itemsOfRole, keyOfRole, runRole } from './menu-roles.ts'
import { HostEmitter, provideStatics } from './missing.ts'

/** One entry; `click` performs its role, or else its handler. */
export class MenuItem extends HostEmitter<Record<never, never>> {
  readonly id: string
  readonly label: string
  readonly role: Electron.MenuItem['role']
  readonly type: Electron.MenuItem['type']
  readonly accelerator: Electron.MenuItem['accelerator']
  readonly registerAccelerator: boolean
  readonly submenu: Electron.Menu | undefined
  readonly click: (...args: unknown[]) => void
  enabled: boolean
  visible: boolean
  checked: boolean

  constructor(options: Electron.MenuItemConstructorOptions) {
    super()
    this.id = options.id ?? ''
    this.label = options.label ?? ''
    this.role = options.role as Electron.MenuItem['role']
    const submenu = options.submenu ?? itemsOfRole(options.role)
    this.type = options.type ?? (submenu === undefined ? 'normal' : 'submenu')
    this.accelerator = options.accelerator ?? keyOfRole(options.role)
    this.registerAccelerator = options.registerAccelerator ?? true
    this.enabled = options.enabled ?? true
    this.visible = options.visible ?? true
    this.checked = options.checked ?? false
    this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : submenu
    const click = options.click as ((item: MenuItem, window: unknown, event: unknown) => void) | undefined
    this.click = (event, window) => {
      if (!runRole(options.role, window as Electron.BrowserWindow | undefined)) click?.(this, window, event)
    }
  }
}

export class Menu extends HostEmitter<EventsOf<Electron.Menu, 'menu-will-show' | 'menu-will-close'>> {
  static #application: Electron.Menu | null = null
  readonly items: Electron.MenuItem[] = []

  static buildFromTemplate(
    template: readonly (Electron.MenuItemConstructorOptions | Electron.MenuItem)[],
  ): Electron.Menu {
    const menu = new Menu()
    for (const item of template) menu.append(isMade(item) ? item : asMainItem(new MenuItem(item)))
    return asElectron<Electron.Menu>()(menu)
  }

  static setApplicationMenu(menu: Electron.Menu | null): void {
    Menu.#application = menu
  }

  static getApplicationMenu(): Electron.Menu | null {
    return Menu.#application
  }

  append(item: Electron.MenuItem): void {
    this.items.push(item)
  }

  insert(position: number, item: Electron.MenuItem): void {
    this.items.splice(position, 0, item)
  }

  getMenuItemById(id: string): Electron.MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }

  /** Emits that it was shown and closed; nothing is visible. */
  popup(options: Electron.PopupOptions = {}): void {
    this.emit('menu-will-show', hostEvent({}))
    this.emit('menu-will-close', hostEvent({}))
    options.callback?.()
  }

  closePopup(): void {}
}

/** Whether main created the item itself, with `new MenuItem`. */
const isMade = (item: Electron.MenuItemConstructorOptions | Electron.MenuItem): item is Electron.MenuItem =>
  item instanceof MenuItem

/** The item with Electron's type. */
const asMainItem = (item: MenuItem): Electron.MenuItem => asElectron<Electron.MenuItem>()(item)

provideStatics(Menu, 'Menu')
