/**
 * The tray icon, which shows whether automated orders are active. Where a system has no tray nothing is lost: all of it is in windows and menus too.
 */
import { crc32, deflateSync } from 'node:zlib'
import type { Menu, MenuItemConstructorOptions, NativeImage, Tray } from 'electron'
import type { ProfileChoice } from '../../contract/session.ts'
import type { Log } from '../log/index.ts'

// The pictures of the tray icon, as PNG: a ring, with a disc in it while automated orders are active. Pure.

/** Red, green, blue. */
type Color = readonly [number, number, number]

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Samples across a pixel, so that edges are smooth. */
const FINE = 4

/** @param size px, of width and height. */
export function trayPicture(size: number, isHeld: boolean, [red, green, blue]: Color): Buffer {
  const rows = Buffer.alloc(size * (1 + size * 4))
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const at = y * (1 + size * 4) + 1 + x * 4
      rows.set([red, green, blue, Math.round(255 * cover(x, y, size, isHeld))], at)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 6], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Coverage of a pixel, 0 to 1. */
function cover(x: number, y: number, size: number, isHeld: boolean): number {
  let inside = 0
  for (let dy = 0; dy < FINE; dy += 1) {
    for (let dx = 0; dx < FINE; dx += 1) {
      const [px, py] = [x + (dx + 0.5) / FINE - size / 2, y + (dy + 0.5) / FINE - size / 2]
      const radius = Math.hypot(px, py) / size
      if ((radius >= 0.34 && radius <= 0.46) || (isHeld && radius <= 0.22)) inside += 1
    }
  }
  return inside / (FINE * FINE)
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

type Choice = Pick<ProfileChoice, 'name' | 'running' | 'holds'>

/** The trader's actions in the tray; a window asks first before anything is canceled or closed. */
export type TrayAction =
  | { readonly kind: 'show' | 'quit'; readonly profile?: undefined }
  | { readonly kind: 'kill' | 'flatten'; readonly profile: string }

interface TrayItem {
  /** Null for a line that is only information. */
  readonly action: TrayAction | null
  readonly label: string
}

interface TrayView {
  readonly isHeld: boolean
  readonly tooltip: string
  /** Parts, with a separator between them. */
  readonly parts: readonly (readonly TrayItem[])[]
}

/** The system cuts longer ones, or refuses them. */
const LONGEST_TOOLTIP = 120

/** Text and menu of the tray icon, by the pending work of each deployment. Pure. */
export function trayView(choices: readonly Choice[]): TrayView {
  const running = choices.filter((choice) => choice.running)
  const holding = running.filter(({ holds }) => holds !== null)
  const held = holding.map(({ name, holds }) => `${name}: ${holds}`)
  const lines = held.length === 0 ? ['Nothing is watched'] : held
  const tooltip = `Isotherm – ${lines.join('; ')}`
  const named = (text: string, profile: string): string => (running.length > 1 ? `${profile}: ${text}` : text)
  const parts: readonly (readonly TrayItem[])[] = [
    [{ action: { kind: 'show' }, label: 'Show Isotherm' }],
    lines.map((label) => ({ action: null, label })),
    running.flatMap(({ name: profile }): TrayItem[] => [
      { action: { kind: 'kill', profile }, label: named('Kill switch…', profile) },
      { action: { kind: 'flatten', profile }, label: named('Flatten…', profile) },
    ]),
    [{ action: { kind: 'quit' }, label: 'Quit Isotherm' }],
  ]
  return {
    isHeld: held.length > 0,
    tooltip: tooltip.length <= LONGEST_TOOLTIP ? tooltip : `${tooltip.slice(0, LONGEST_TOOLTIP - 1)}…`,
    parts: parts.filter((part) => part.length > 0),
  }
}

interface TrayOptions {
  /** @throws where the system has no tray. */
  readonly makeTray: (
    picture: NativeImage,
  ) => Pick<Tray, 'setImage' | 'setToolTip' | 'setContextMenu' | 'on' | 'destroy'>
  readonly picture: (png: Buffer, scale: number) => NativeImage
  readonly makeMenu: (items: MenuItemConstructorOptions[]) => Menu
  readonly choices: () => Parameters<typeof trayView>[0]
  readonly does: (action: TrayAction) => void
  readonly platform: NodeJS.Platform
  readonly log: Pick<Log, 'warn'>
}

interface HeldTray {
  /** Shows the current state. */
  review(): void
  close(): void
}

/** Readable on dark and light bars; a Mac colors it by itself. */
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

const menuOf = ({ parts }: TrayView, does: (action: TrayAction) => void): MenuItemConstructorOptions[] =>
  parts.flatMap((part, index) => [
    ...(index === 0 ? [] : [{ type: 'separator' as const }]),
    ...part.map(({ action: cause, label }): MenuItemConstructorOptions => {
      const written = label.replaceAll('&', '&&')
      if (cause === null) return { label: written, enabled: false }
      const id = cause.profile !== undefined ? `tray/${cause.kind}/${cause.profile}` : `tray/${cause.kind}`
      return { id, label: written, click: () => does(cause) }
    }),
  ])
