/** Requests that wait for the service's limit: by urgency, and of one urgency first come, first served. */
import type { RequestLimitView } from '../../contract/session.ts'
import { type Purpose, rankOf, URGENCIES, type Urgency } from './purpose.ts'

export class WaitingRequests<Waiting extends { readonly purpose: Purpose }> {
  readonly #byRank: Waiting[][] = URGENCIES.map(() => [])

  /** @param isAhead of all others of its urgency. */
  add(waiting: Waiting, isAhead: boolean): void {
    const list = this.#byRank[rankOf(waiting.purpose)]
    if (isAhead) list?.unshift(waiting)
    else list?.push(waiting)
  }

  /** Whether it was still waiting. */
  remove(waiting: Waiting): boolean {
    const list = this.#byRank[rankOf(waiting.purpose)]
    const index = list?.indexOf(waiting) ?? -1
    if (index >= 0) list?.splice(index, 1)
    return index >= 0
  }

  /** The most urgent, and of these the oldest. */
  get next(): Waiting | undefined {
    return this.#byRank.find((list) => list.length > 0)?.[0]
  }

  /** Whether nothing waits that goes before a new request. */
  isFreeFor(purpose: Purpose): boolean {
    const rank = rankOf(purpose)
    return this.#byRank.every((list, other) => other > rank || list.length === 0)
  }

  all(): readonly Waiting[] {
    return this.#byRank.flat()
  }

  counts(): RequestLimitView['waiting'] {
    const of = (urgency: Urgency): number => this.#byRank[URGENCIES.indexOf(urgency)]?.length ?? 0
    return {
      closes: of('close'),
      cancels: of('cancel'),
      orders: of('order'),
      held: of('held'),
      reads: of('account') + of('market'),
    }
  }
}
