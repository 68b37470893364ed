/** The closes that keys sent and that do not show yet: a part must not be counted from what was held before them. */
import type { ActionRecord } from '../../contract/action.ts'

type Told = readonly Pick<ActionRecord, 'id'>[]

export class SentCloses {
  /** By asset, the action; null until main has taken it. */
  readonly #unseen = new Map<string, string | null>()

  began(asset: string): void {
    this.#unseen.set(asset, null)
  }

  taken(asset: string, id: string, actions: Told): void {
    this.#unseen.set(asset, id)
    this.told(actions)
  }

  refused(asset: string): void {
    this.#unseen.delete(asset)
  }

  /** What has shown once is followed by its state from then on, and may leave the list, which has an end. */
  told(actions: Told): void {
    for (const [asset, unseen] of this.#unseen) {
      if (actions.some(({ id }) => id === unseen)) this.#unseen.delete(asset)
    }
  }

  isUnseen(asset: string): boolean {
    return this.#unseen.has(asset)
  }
}
