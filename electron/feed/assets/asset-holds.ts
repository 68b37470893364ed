/** What windows hold of assets: one hold for each topic that they watch. */
import type { Cancel } from '../../../contract/time.ts'
import type { Topic } from '../../../contract/topics.ts'
import type { DataKind } from './asset-feed.ts'

export type AssetTopic = Extract<Topic, { readonly kind: DataKind }>

export class AssetHolds {
  readonly #hold: (asset: string, kind: DataKind) => Cancel
  readonly #held = new Map<string, Cancel[]>()

  constructor(hold: (asset: string, kind: DataKind) => Cancel) {
    this.#hold = hold
  }

  watched({ kind, asset }: AssetTopic): void {
    const key = `${kind}/${asset}`
    this.#held.set(key, [...(this.#held.get(key) ?? []), this.#hold(asset, kind)])
  }

  unwatched({ kind, asset }: AssetTopic): void {
    const key = `${kind}/${asset}`
    const [release, ...rest] = this.#held.get(key) ?? []
    if (rest.length > 0) this.#held.set(key, rest)
    else this.#held.delete(key)
    release?.()
  }
}
