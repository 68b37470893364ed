/** The deployments that can be chosen, by name: the practice venue, the one of the command line, those that were added. */
import { type Listen, Listeners } from '../../contract/listeners.ts'
import type { ProfileChoice } from '../../contract/session.ts'
import type { DeploymentProfile } from '../service/index.ts'
import { PRACTICE, type ProfileStore } from './profile-store.ts'

/** How a deployment runs at this moment. */
type RunningView = Pick<ProfileChoice, 'running' | 'windows' | 'holds'>

export const NOT_RUNNING: RunningView = { running: false, windows: 0, holds: null }

/** @param given the profile of the command line, which stands before a stored one of its name. */
export function profileChoices(
  store: Pick<ProfileStore, 'all'>,
  given: DeploymentProfile | null,
  viewOf: (name: string) => RunningView,
): readonly ProfileChoice[] {
  const choice = ({ name, network, baseUrl }: DeploymentProfile, origin: ProfileChoice['origin']): ProfileChoice => ({
    name,
    network,
    baseUrl,
    origin,
    ...viewOf(name),
  })
  const practice: ProfileChoice = {
    name: PRACTICE,
    network: 'practice',
    baseUrl: null,
    origin: 'practice',
    ...viewOf(PRACTICE),
  }
  return [
    ...(given?.name === PRACTICE ? [] : [practice]),
    ...(given === null ? [] : [choice(given, 'command-line')]),
    ...store
      .all()
      .filter(({ name }) => name !== given?.name)
      .map((profile) => choice(profile, 'stored')),
  ]
}

/** The choices as they were told last. */
interface ToldChoices {
  current(): readonly ProfileChoice[]
  /** Something about them may be another: if so, it is told. */
  review(): void
  readonly onChange: Listen
}

export function followChoices(read: () => readonly ProfileChoice[]): ToldChoices {
  const listeners = new Listeners()
  let current = read()
  let told = JSON.stringify(current)
  return {
    current: () => current,
    review() {
      const now = read()
      const text = JSON.stringify(now)
      if (text === told) return
      current = now
      told = text
      listeners.notify()
    },
    onChange: listeners.on,
  }
}
