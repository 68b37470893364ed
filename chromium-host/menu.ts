/** `Menu`: kept, but shown nowhere, since the browser's windows have no menu bar; accelerators do nothing. */
import type * as Electron from 'electron'
import { HostEmitter, provideStatics } from './missing.ts'

/** One entry; `click` runs what it was made with. */
export class MenuItem extends HostEmitter {
  readonly id: string
  readonly label: string
  readonly role: string | undefined
  readonly type: string
  readonly accelerator: string | undefined
  readonly submenu: Menu | undefined
  readonly click: (...args: unknown[]) => void
  enabled: boolean
  visible: boolean
  checked: boolean

  constructor(options: Electron.MenuItemConstructorOptions) {
    super()
    this.id = options.id ?? ''
    this.label = options.label ?? ''
    this.role = options.role
    this.type = options.type ?? (options.submenu === undefined ? 'normal' : 'submenu')
    this.accelerator = options.accelerator ?? undefined
    this.enabled = options.enabled ?? true
    this.visible = options.visible ?? true
    this.checked = options.checked ?? false
    const { submenu } = options
    this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : (submenu as unknown as Menu | undefined)
    const click = options.click as ((...args: unknown[]) => void) | undefined
    this.click = (...args) => click?.(this, ...args)
  }
}

export class Menu extends HostEmitter {
  static #application: Menu | null = null
  readonly items: MenuItem[] = []

  static buildFromTemplate(template: readonly (Electron.MenuItemConstructorOptions | MenuItem)[]): Menu {
    const menu = new Menu()
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item))
    return menu
  }

  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu
  }

  static getApplicationMenu(): Menu | null {
    return Menu.#application
  }

  append(item: MenuItem): void {
    this.items.push(item)
  }

  insert(position: number, item: MenuItem): void {
    this.items.splice(position, 0, item)
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }

  /** Emits that it has shown and closed; nothing is seen of it. */
  popup(options: Electron.PopupOptions = {}): void {
    this.emit('menu-will-show')
    this.emit('menu-will-close')
    options.callback?.()
  }

  closePopup(): void {}
}

provideStatics(Menu, 'Menu')
