/** The workspace: docked panels, top bar, notices, and the state that panels share. */
export * from './active-asset.ts'
export * from './ticket-store.ts'
