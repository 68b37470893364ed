/** The meaning of trading terms: one glossary, shown in place and as a list. */
export { Help, helpCommands } from './help.tsx'
