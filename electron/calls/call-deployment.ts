/** What calls use of a deployment. */
import type { Deployment } from '../deployment/index.ts'

export type CallDeployment = Pick<
  Deployment,
  | 'profile'
  | 'service'
  | 'trading'
  | 'conditionals'
  | 'endings'
  | 'activity'
  | 'books'
  | 'settlements'
  | 'notes'
  | 'past'
  | 'equity'
  | 'alerts'
  | 'arming'
  | 'identity'
  | 'browser'
  | 'links'
  | 'favourites'
  | 'crosshairs'
  | 'instruments'
  | 'quotes'
>
