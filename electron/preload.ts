/** The only entry point between the worlds: `window.terminal`, one named function per call of the contract. */
import { contextBridge, ipcRenderer } from 'electron'
import { channelOf, FRAMES_CHANNEL, FRAMES_PORT } from '../contract/channels.ts'
import type { CallName, TerminalCalls } from '../contract/ipc.ts'

/** `callNames`, inserted by the build (electron.vite.config.ts): their schemas stay out of the sandboxed preload, which must stay small. */
declare const CALL_NAMES: readonly CallName[]

const calls = Object.fromEntries(
  CALL_NAMES.map((name) => [name, (input: unknown) => ipcRenderer.invoke(channelOf(name), input)]),
) as unknown as TerminalCalls

contextBridge.exposeInMainWorld('terminal', calls)

// The port is passed to the page itself, so that main's messages are not copied value by value between the worlds.
ipcRenderer.on(FRAMES_CHANNEL, ({ ports }) => window.postMessage(FRAMES_PORT, window.location.origin, [...ports]))
