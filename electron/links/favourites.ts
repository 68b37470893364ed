/** The markets that the trader keeps at hand on one deployment, in the order in which they were chosen. */
import { Listeners } from '../../contract/listeners.ts'
import { type MarketRef, parseRefText, refText } from '../../contract/market-ref.ts'
import { type TopicSource, topicOf } from '../topics/index.ts'

export interface Favourites {
  /** @throws Error in words when there are too many. */
  set(market: MarketRef, isFavourite: boolean): void
  readonly topics: TopicSource
}

/** Where they are kept, as texts; see `KeptLinks`. */
export interface KeptFavourites {
  read(): readonly string[]
  save(favourites: readonly string[]): void
}

const MOST = 500

export function createFavourites(kept: KeptFavourites): Favourites {
  const listeners = new Listeners()
  let view = readable(kept.read())
  return {
    set(market, isFavourite) {
      const text = refText(market)
      const others = kept.read().filter((one) => one !== text)
      if (isFavourite && others.length >= MOST) throw new Error(`There are ${MOST} favourites: take one out first.`)
      const texts = isFavourite ? [...others, text] : others
      view = readable(texts)
      listeners.notify()
      kept.save(texts)
    },
    topics: topicOf('favourites', () => view, listeners.on),
  }
}

const readable = (texts: readonly string[]): readonly MarketRef[] => texts.flatMap((text) => parseRefText(text) ?? [])
