/** Contents of a data folder, while a terminal may still be writing to it. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface FileText {
  /** Path within the folder. */
  readonly name: string
  readonly text: string
}

/**
 * Every non-empty file under a folder, with its bytes as text. Links are not followed: Chromium's lock is a dangling one. Skips files deleted since
 * the listing, and files that Windows locks while Chromium has them open.
 */
export function filesUnder(folder: string, isWanted: (name: string) => boolean = () => true): FileText[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const path = join(folder, name)
    try {
      const stats = lstatSync(path)
      if (!stats.isFile() || stats.size === 0 || !isWanted(name)) return []
      return [{ name, text: readFileSync(path, 'latin1') }]
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT' || code === 'EBUSY') return []
      throw error
    }
  })
}
