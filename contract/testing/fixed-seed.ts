/** Gives fast-check its seed before each test file: a run that failed fails again. */
import fc from 'fast-check'
import { SEED } from './property-runs.ts'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED })
