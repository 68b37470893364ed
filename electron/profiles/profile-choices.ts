/** The deployments that can be chosen, by name: the practice venue, the one of the command line, those that were added. */
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
