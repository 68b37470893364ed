/** A service without a limit on requests. */

import type { Clock } from '../../../contract/time.ts'
import { RequestBudget } from '../../service/index.ts'

export const noLimit = (clock: Clock): RequestBudget => new RequestBudget({ clock, random: () => 0.5 })
