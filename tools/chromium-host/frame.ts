/** `WebFrameMain`: what main sees of the frame that a message comes from. */
import type * as Electron from 'electron'
import { asElectron } from './electron-types.ts'
import { provide } from './missing.ts'

export interface FrameState {
  readonly url: string
  readonly origin: string
  readonly detached: boolean
  readonly processId: number
  readonly routingId: number
}

/** What the host has of a frame. */
export type FrameMembers = Pick<
  Electron.WebFrameMain,
  | 'url'
  | 'origin'
  | 'detached'
  | 'processId'
  | 'routingId'
  | 'name'
  | 'frames'
  | 'framesInSubtree'
  | 'parent'
  | 'top'
  | 'isDestroyed'
>

/** The top frame of a page, of which `read` tells the state as it now is. */
export function topFrame(read: () => FrameState): Electron.WebFrameMain {
  const members: FrameMembers = {
    get url() {
      return read().url
    },
    get origin() {
      return read().origin
    },
    get detached() {
      return read().detached
    },
    get processId() {
      return read().processId
    },
    get routingId() {
      return read().routingId
    },
    name: '',
    parent: null,
    get top(): Electron.WebFrameMain {
      return frame
    },
    frames: [],
    get framesInSubtree(): Electron.WebFrameMain[] {
      return [frame]
    },
    isDestroyed: () => read().detached,
  }
  const frame = asElectron<Electron.WebFrameMain>()(provide('webFrameMain', members))
  return frame
}
