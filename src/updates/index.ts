/** Updates of the terminal on screen: how it stands to its next version, what is new, and what can be done about it. */
export { askFor as askForUpdates } from './asked-for.ts'
export { updateCommands } from './update-commands.ts'
export { UpdateDetails } from './update-details.tsx'
export { UpdateMark } from './update-mark.tsx'
export { UPDATE_ACTS, whyNot } from './update-text.ts'
export { WhatsNew } from './whats-new.tsx'
