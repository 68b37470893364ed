/** What an imported workspace would bring, in words. Pure. */
import { FAMILY_RULES } from '../../../contract/family-rules.ts'
import { fullTitleOf, type MarketsView } from '../../../contract/instrument.ts'
import { follows, type MarketRef, parseRefText, sameRef } from '../../../contract/market-ref.ts'
import { LONGEST_EXPORT, type PreviewedPanel, type WorkspacePreview } from '../../../contract/workspace.ts'
import { PANELS, someOf, undescribedText, unknownText, unreadText } from '../docking/index.ts'

const STATES = { normal: '', maximised: ', maximised', fullscreen: ', full screen' } as const
const TITLES = new Map<string, string>(PANELS.map(({ id, title }) => [id, title]))
/** Kinds that show a market of their own choice. */
const SHOWING = new Set<string>(PANELS.flatMap(({ id, shows }) => (shows === null ? [] : [id])))

/** Why a text is not even looked at; null where it can be. @param characters how many it has, at least */
export function tooLongText(characters: number): string | null {
  if (characters <= LONGEST_EXPORT) return null
  const millions = Math.ceil(characters / 100_000) / 10
  return `This text has ${millions} million characters; a workspace has ${LONGEST_EXPORT / 1_000_000} million at most. Choose a file that was made by “Export”, or export fewer windows.`
}

/** `1600 × 960, maximised: 2 Chart, NYCTMP1 (group 1); Order book, NYCTMP1 (group 1); Activity` */
export function windowText(
  { state, width, height, panels, isEmpty, more }: WorkspacePreview['windows'][number],
  markets: MarketsView | undefined,
): string {
  const listed = panels.map((panel) => panelText(panel, markets))
  const all = [...listed, ...(more > 0 ? [`${more} more panels`] : [])]
  const none = isEmpty ? 'no panels' : 'the panels of a first start'
  return `${width} × ${height}${STATES[state]}: ${all.length === 0 ? none : all.join('; ')}`
}

function panelText({ kind, market, group, count }: PreviewedPanel, markets: MarketsView | undefined): string {
  const title = TITLES.get(kind) ?? kind
  const named = count === 1 ? title : `${count} ${title}`
  if (!SHOWING.has(kind)) return named
  const ref = market === null ? null : parseRefText(market)
  const shown = ref === null ? named : `${named}, ${marketText(ref, markets)}`
  if (group !== null) return `${shown} (group ${group})`
  return ref === null ? shown : `${shown} (pinned)`
}

const instrumentOf = (ref: MarketRef, markets: MarketsView | undefined) =>
  markets?.instruments.find(({ ref: own }) => sameRef(own, ref))

function marketText(ref: MarketRef, markets: MarketsView | undefined): string {
  if (follows(ref)) return `${FAMILY_RULES[ref.family].following?.asset} ${ref.family}`
  const instrument = instrumentOf(ref, markets)
  if (instrument !== undefined) return fullTitleOf(instrument)
  return ref.family === 'outcome' ? `outcome ${ref.outcomeId}` : ref.asset
}

/** Markets of a workspace that this deployment does not list; those of a family that is not read yet are not judged. */
function notHere({ windows }: WorkspacePreview, markets: MarketsView | undefined): readonly string[] {
  if (markets === undefined) return []
  const unsure = [...markets.waiting, ...markets.errors.map(({ family }) => family)]
  return windows
    .flatMap(({ panels }) => panels)
    .flatMap(({ kind, market }) => {
      const ref = market === null || !SHOWING.has(kind) ? null : parseRefText(market)
      if (ref === null || unsure.includes(ref.family) || instrumentOf(ref, markets) !== undefined) return []
      if (!follows(ref)) return [ref.family === 'outcome' ? `outcome ${ref.outcomeId}` : `${ref.family} ${ref.asset}`]
      return markets.instruments.some(({ family }) => family === ref.family) ? [] : [`${ref.family} markets`]
    })
}

/** What will not come as it stands in the text, each in a sentence or two. */
export function missingText(preview: WorkspacePreview, markets: MarketsView | undefined): readonly string[] {
  const WHEN = 'when it is opened'
  const panels = preview.windows.flatMap((window) => window.panels)
  const undescribed = preview.windows.flatMap((window) => window.undescribed)
  const absent = notHere(preview, markets)
  const unread = unreadText(
    panels.flatMap(({ kind, group, unread }) => (unread === null ? [] : [{ kind, group, unread }])),
  )
  return [
    ...(preview.unknownKinds.length === 0 ? [] : [unknownText(preview.unknownKinds, WHEN)]),
    ...(undescribed.length === 0 ? [] : [undescribedText(undescribed, WHEN)]),
    ...(absent.length === 0
      ? []
      : [`This deployment has no ${someOf(absent)}: panels that show it say so. Choose another market in them.`]),
    ...(unread === null ? [] : [unread]),
    ...(preview.repeatedIds.length === 0 ? [] : [repeatedText(preview.repeatedIds)]),
  ]
}

/** Whether a panel of a workspace shows what its link group shows. */
export const hasLinks = ({ windows }: WorkspacePreview): boolean =>
  windows.some(({ panels }) => panels.some(({ kind, group }) => group !== null && SHOWING.has(kind)))

/** So many ids are named. */
const NAMED = 3

/** What becomes of panels whose ids stand in several windows of the text. */
function repeatedText(ids: readonly string[]): string {
  if (ids.length === 1) return `The panel id ${ids[0]} stands in several windows: each window gets a panel of its own.`
  const more = ids.length - NAMED
  const named = `${ids.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return `The panel ids ${named} stand in several windows: each window gets panels of its own.`
}
