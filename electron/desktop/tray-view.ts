/** What the icon in the tray says and offers, by what each deployment holds. Pure. */
import type { ProfileChoice } from '../../contract/session.ts'

type Choice = Pick<ProfileChoice, 'name' | 'running' | 'holds'>

/** What the trader can have done from the tray; what cancels or closes is asked about in a window first. */
export type TrayDeed =
  | { readonly kind: 'show' | 'quit'; readonly profile?: undefined }
  | { readonly kind: 'kill' | 'flatten'; readonly profile: string }

export interface TrayItem {
  /** Null for a line that only says something. */
  readonly deed: TrayDeed | null
  readonly label: string
}

export interface TrayView {
  readonly isHeld: boolean
  readonly tooltip: string
  /** Parts, with a line between them. */
  readonly parts: readonly (readonly TrayItem[])[]
}

/** The system cuts longer ones, or refuses them. */
const LONGEST_TOOLTIP = 120

export function trayView(choices: readonly Choice[]): TrayView {
  const running = choices.filter((choice) => choice.running)
  const holding = running.filter(({ holds }) => holds !== null)
  const held = holding.map(({ name, holds }) => `${name}: ${holds}`)
  const told = held.length === 0 ? ['Nothing is held'] : held
  const tooltip = `Isotherm – ${told.join('; ')}`
  const named = (words: string, profile: string): string => (running.length > 1 ? `${profile}: ${words}` : words)
  const parts: readonly (readonly TrayItem[])[] = [
    [{ deed: { kind: 'show' }, label: 'Show Isotherm' }],
    told.map((label) => ({ deed: null, label })),
    running.flatMap(({ name: profile }): TrayItem[] => [
      { deed: { kind: 'kill', profile }, label: named('Kill: cancel every order…', profile) },
      { deed: { kind: 'flatten', profile }, label: named('Flatten…', profile) },
    ]),
    [{ deed: { kind: 'quit' }, label: 'Quit Isotherm' }],
  ]
  return {
    isHeld: held.length > 0,
    tooltip: tooltip.length <= LONGEST_TOOLTIP ? tooltip : `${tooltip.slice(0, LONGEST_TOOLTIP - 1)}…`,
    parts: parts.filter((part) => part.length > 0),
  }
}
