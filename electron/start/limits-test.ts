/** The test of the trader's limits, with the venue that is started for it and the folder that is gone afterwards. */
import { join } from 'node:path'
import { app } from 'electron'
import type { Clock } from '../../contract/time.ts'
import { createLimitsTest, type LimitsTest } from '../limits-test/index.ts'
import type { Log } from '../log/index.ts'
import { startThrowAwayVenue } from '../practice/index.ts'
import type { SharedParts } from './shared-parts.ts'

interface LimitsTestParts {
  readonly dataFolder: string
  readonly shared: Pick<SharedParts, 'settings'>
  readonly clock: Clock
  readonly log: Log
}

/** Nothing runs yet. */
export const openLimitsTest = ({ dataFolder, shared, clock, log }: LimitsTestParts): LimitsTest =>
  createLimitsTest({
    startVenue: (at) => startThrowAwayVenue(at, clock),
    directory: join(dataFolder, 'limits-test'),
    settings: () => shared.settings.current,
    version: app.getVersion(),
    clock,
    log,
  })
