/** `WebFrameMain`: the sending frame of a message, as main sees it. */
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

/** The members of a frame that the host provides. */
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

/** The top frame of a page; `read` returns its current state. */
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
