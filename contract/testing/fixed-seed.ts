/** Seeds fast-check before each test file, so that a failed run can be repeated. */
import fc from 'fast-check'
import { SEED } from './property-runs.ts'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED })
