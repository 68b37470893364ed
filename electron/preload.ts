/** The only door between the worlds: `window.terminal`, one named function per call of the contract. */
import { contextBridge, ipcRenderer } from 'electron'
import { channelOf, FRAMES_CHANNEL, FRAMES_PORT } from '../contract/channels.ts'
import type { CallName, TerminalCalls } from '../contract/ipc.ts'

/** `callNames`, written here by the build (electron.vite.config.ts): their schemas stay out of the sandboxed preload, which must stay small. */
declare const CALL_NAMES: readonly CallName[]

const calls = Object.fromEntries(
  CALL_NAMES.map((name) => [name, (input: unknown) => ipcRenderer.invoke(channelOf(name), input)]),
) as unknown as TerminalCalls

contextBridge.exposeInMainWorld('terminal', calls)

// The port goes through to the page as it is: what main says on it is not copied from one world to the other value by value.
ipcRenderer.on(FRAMES_CHANNEL, ({ ports }) => window.postMessage(FRAMES_PORT, window.location.origin, [...ports]))
