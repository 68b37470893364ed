/** The only door between the worlds: `window.terminal`, one named function per call of the contract. */
import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import { channelOf, FRAME_CHANNEL, PAINTED_CHANNEL } from '../contract/channels.ts'
import type { CallName, TerminalBridge } from '../contract/ipc.ts'
import type { FrameBatch } from '../contract/topics.ts'

/** `callNames`, written here by the build (electron.vite.config.ts): their schemas stay out of the sandboxed preload, which must stay small. */
declare const CALL_NAMES: readonly CallName[]

const calls = Object.fromEntries(
  CALL_NAMES.map((name) => [name, (input: unknown) => ipcRenderer.invoke(channelOf(name), input)]),
)

const bridge = {
  ...calls,
  onFrame(listener: (batch: FrameBatch) => void): () => void {
    const forward = (_event: IpcRendererEvent, batch: FrameBatch): void => listener(batch)
    ipcRenderer.on(FRAME_CHANNEL, forward)
    return () => {
      ipcRenderer.removeListener(FRAME_CHANNEL, forward)
    }
  },
  painted(seq: number, epochMs: number): void {
    ipcRenderer.send(PAINTED_CHANNEL, seq, epochMs)
  },
} as unknown as TerminalBridge

contextBridge.exposeInMainWorld('terminal', bridge)
