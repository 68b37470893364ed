/** `clipboard`: a text or picture kept in this process, separate from the system's clipboard and initially empty. */
import type * as Electron from 'electron'
import { provide } from './missing.ts'
import { say } from './runtime.ts'

let text = ''
let items: readonly Electron.ClipboardItem[] = []

/** One clipboard entry, by type. */
export class ClipboardItem {
  readonly types: string[]
  readonly #items: ConstructorParameters<typeof Electron.ClipboardItem>[0]

  constructor(given: ConstructorParameters<typeof Electron.ClipboardItem>[0]) {
    this.#items = given
    this.types = Object.keys(given)
  }

  // biome-ignore lint/suspicious/noExplicitAny: what Electron answers depends on the type by overloads that one body serves
  async getType(type: string): Promise<any> {
    const item = await this.#items[type]
    if (item === undefined) throw new Error(`the clipboard holds no ${type}`)
    return typeof item === 'string' ? new Blob([item], { type }) : item
  }
}

const members: Pick<Electron.Clipboard, 'readText' | 'writeText' | 'clear' | 'has' | 'write'> = {
  readText: async () => text,
  async writeText(value) {
    text = value
    items = []
  },
  clear() {
    text = ''
    items = []
  },
  async write(written) {
    text = ''
    items = written
    for (const item of written) {
      for (const type of item.types) {
        const held = (await item.getType(type as string)) as Blob
        say(`clipboard: ${type}, ${held.size} bytes`)
      }
    }
  },
  has: async (type) => (type === 'text/plain' && text !== '') || items.some(({ types }) => types.includes(type)),
}
export const clipboard = provide('clipboard', members)
