/** What windows choose of the markets, point at and arm. */
import { createCrosshairs, createFavourites, createLinks } from '../links.ts'
import { createSounds, type Sounds } from '../sounds.ts'
import { type Arming, createArming } from '../trading/index.ts'
import type { DeploymentParts } from './interface.ts'
import type { DeploymentOptions } from './ports.ts'

/** What the trader chose of the markets, kept for the deployment, and what nobody keeps. */
export function chosenOf({
  profile,
  record: { storage },
}: DeploymentOptions): Pick<DeploymentParts, 'links' | 'favourites' | 'crosshairs'> {
  const { name } = profile
  const kept = storage.marketChoices
  return {
    links: createLinks({ read: () => kept.read(name).links, save: (links) => kept.save(name, { links }) }),
    favourites: createFavourites({
      read: () => kept.read(name).favourites,
      save: (favourites) => kept.save(name, { favourites }),
    }),
    crosshairs: createCrosshairs(),
  }
}

/** What its windows tell by ear. */
export const soundsOf = (
  { settings, messages: { notifications }, clock }: DeploymentOptions,
  { feed, trading, alerts }: Pick<DeploymentParts, 'feed' | 'trading' | 'alerts'>,
): Sounds =>
  createSounds({
    alerts: alerts.topics,
    actions: trading.topics,
    feed: feed.sources,
    onFills: trading.fills.onNew,
    serverTime: () => clock.now() + feed.clockOffset(),
    settings: () => settings.current,
    beep: () => notifications.beep(),
    clock,
  })

/** Whoever armed something armed it for the account that was signed in. */
export function armingOf(
  { keys, settings, clock }: DeploymentOptions,
  { identity, instruments, feed }: Pick<DeploymentParts, 'identity' | 'instruments' | 'feed'>,
): Arming {
  const arming = createArming({
    clock,
    limits: () => settings.current.limits,
    // A profile may call any service practice: only the venue inside this terminal needs no arming.
    practice: keys.practice !== null,
    assetOf(market) {
      const found = instruments.resolve(market)
      return found?.here === true ? found.asset : null
    },
    isStale: feed.isOutOfDate,
  })
  instruments.topics.onChange(({ kind }) => {
    if (kind === 'instrument') arming.marketsMoved()
  })
  let who = identity.address()
  identity.onChange(() => {
    if (identity.address() === who) return
    who = identity.address()
    arming.endAllHot('Disarmed because another account is signed in.')
  })
  return arming
}
