/** `WebFrameMain`: what main sees of the frame that a message comes from. */
import type * as Electron from 'electron'
import { provide } from './missing.ts'

export interface FrameState {
  readonly url: string
  readonly origin: string
  readonly detached: boolean
  readonly processId: number
  readonly routingId: number
}

type Members = Pick<
  Electron.WebFrameMain,
  'url' | 'origin' | 'detached' | 'processId' | 'routingId' | 'name' | 'frames' | 'framesInSubtree'
> & {
  readonly parent: Electron.WebFrameMain | null
  readonly top: Electron.WebFrameMain | null
  isDestroyed(): boolean
}

/** The top frame of a page, of which `read` tells the state as it now is. */
export function topFrame(read: () => FrameState): Electron.WebFrameMain {
  const members: Members = {
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
  const frame = provide('webFrameMain', members) as unknown as Electron.WebFrameMain
  return frame
}
