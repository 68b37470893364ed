/** Workspaces: their tabs and menu in the top bar, their commands, and what is asked about them. */
export { WorkspaceCommands } from './commands.tsx'
export { TemplateStrip } from './template-strip.tsx'
export { workspaceCommands } from './workspace-commands.ts'
export { WorkspaceQuestions } from './workspace-questions.tsx'
export { WorkspaceTabs } from './workspace-tabs.tsx'
