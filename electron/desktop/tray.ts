/** The icon in the tray, kept to what is held. Where a system shows no tray nothing is lost: all of it is in windows and menus too. */
import type { Menu, MenuItemConstructorOptions, NativeImage, Tray } from 'electron'
import type { Log } from '../log/index.ts'
import { trayPicture } from './tray-icon.ts'
import { type TrayDeed, type TrayView, trayView } from './tray-view.ts'

interface TrayOptions {
  /** @throws where the system has no tray. */
  readonly makeTray: (
    picture: NativeImage,
  ) => Pick<Tray, 'setImage' | 'setToolTip' | 'setContextMenu' | 'on' | 'destroy'>
  readonly picture: (png: Buffer, scale: number) => NativeImage
  readonly makeMenu: (items: MenuItemConstructorOptions[]) => Menu
  readonly choices: () => Parameters<typeof trayView>[0]
  readonly does: (deed: TrayDeed) => void
  readonly platform: NodeJS.Platform
  readonly log: Pick<Log, 'warn'>
}

export interface HeldTray {
  /** Shows what is held now. */
  review(): void
  close(): void
}

/** Readable on dark and light bars; a Mac colours it by itself. */
const GREY = [150, 160, 170] as const
const BLACK = [0, 0, 0] as const

/** Null where the system has none. */
export function createTray(options: TrayOptions): HeldTray | null {
  const { makeTray, picture, makeMenu, choices, does, platform, log } = options
  const pictureOf = (isHeld: boolean): NativeImage => {
    const image = picture(trayPicture(32, isHeld, platform === 'darwin' ? BLACK : GREY), 2)
    if (platform === 'darwin') image.setTemplateImage(true)
    return image
  }
  let shown = trayView(choices())
  try {
    const tray = makeTray(pictureOf(shown.isHeld))
    const show = (): void => {
      tray.setToolTip(shown.tooltip)
      tray.setContextMenu(makeMenu(menuOf(shown, does)))
    }
    show()
    tray.on('click', () => does({ kind: 'show' }))
    return {
      review() {
        const next = trayView(choices())
        if (JSON.stringify(next) === JSON.stringify(shown)) return
        if (next.isHeld !== shown.isHeld) tray.setImage(pictureOf(next.isHeld))
        shown = next
        show()
      },
      close: () => tray.destroy(),
    }
  } catch (error) {
    log.warn({ err: error }, 'there is no tray')
    return null
  }
}

const menuOf = ({ parts }: TrayView, does: (deed: TrayDeed) => void): MenuItemConstructorOptions[] =>
  parts.flatMap((part, index) => [
    ...(index === 0 ? [] : [{ type: 'separator' as const }]),
    ...part.map(({ deed, label }): MenuItemConstructorOptions => {
      const written = label.replaceAll('&', '&&')
      if (deed === null) return { label: written, enabled: false }
      const id = deed.profile !== undefined ? `tray/${deed.kind}/${deed.profile}` : `tray/${deed.kind}`
      return { id, label: written, click: () => does(deed) }
    }),
  ])
