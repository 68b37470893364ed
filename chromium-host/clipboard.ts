/** `clipboard`: text kept in this process, apart from the system's clipboard and empty at the start. */
import type * as Electron from 'electron'
import { provide } from './missing.ts'

let text = ''

const members: Pick<Electron.Clipboard, 'readText' | 'writeText' | 'clear' | 'has'> = {
  readText: async () => text,
  async writeText(value) {
    text = value
  },
  clear() {
    text = ''
  },
  has: async (type) => type === 'text/plain' && text !== '',
}
export const clipboard = provide('clipboard', members)
