/** `NativeImage`: a picture of a page, as Chromium took it. */
import type * as Electron from 'electron'
import { provide } from './missing.ts'

/** @param png the whole file. */
export function nativeImage(png: Buffer): Electron.NativeImage {
  const members: Pick<Electron.NativeImage, 'toPNG' | 'toDataURL' | 'isEmpty'> & { getSize(): Electron.Size } = {
    toPNG: () => png,
    toDataURL: () => `data:image/png;base64,${png.toString('base64')}`,
    isEmpty: () => png.length === 0,
    // A PNG's first chunk, IHDR, starts with width and height.
    getSize: () => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) }),
  }
  return provide('nativeImage', members) as unknown as Electron.NativeImage
}
