/** What a window shows that was opened without its door to main. */
import type { ReactNode } from 'react'
import { ErrorState } from '../ui/index.ts'

export const NoBridge = (): ReactNode => (
  <ErrorState
    title="This window cannot reach Isotherm"
    message="It was opened without its connection to the main process. Close it and start Isotherm again with npm start."
  />
)
