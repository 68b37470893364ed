/** `NativeImage`: a Chromium screenshot of a page. */
import type * as Electron from 'electron'
import { asElectron } from './electron-types.ts'
import { provide } from './missing.ts'

/** The members of a picture that the host provides. */
export type ImageMembers = Pick<
  Electron.NativeImage,
  'toPNG' | 'toDataURL' | 'isEmpty' | 'getSize' | 'setTemplateImage'
>

/** @param png the complete file. */
export function nativeImage(png: Buffer): Electron.NativeImage {
  const members: ImageMembers = {
    toPNG: () => png,
    toDataURL: () => `data:image/png;base64,${png.toString('base64')}`,
    isEmpty: () => png.length === 0,
    setTemplateImage: () => undefined,
    // A PNG's first chunk, IHDR, starts with width and height.
    getSize: () => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) }),
  }
  return asElectron<Electron.NativeImage>()(provide('nativeImage', members))
}

/** `nativeImage`: pictures created from a PNG. */
export const nativeImages = provide('nativeImage', {
  createFromBuffer: (png: Buffer, _options?: Electron.CreateFromBufferOptions): Electron.NativeImage =>
    nativeImage(png),
})
