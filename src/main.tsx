/** Composition root of a window: the bridge, the topic store and the query client, passed down to the app. */
import './no-html.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, NoBridge, readFirstData } from './app/index.ts'
import { connectBridge, reportError, uncaught } from './bridge/index.ts'
import { createWindowClock, TopicStore } from './market-data/index.ts'
import { createQueryClient } from './queries/index.ts'
import './styles/tokens.css'
import './styles/base.css'

const container = document.getElementById('root')
if (container === null) throw new Error('the page has no root element')
const root = createRoot(container)

const calls = window.terminal
if (calls === undefined) {
  root.render(<NoBridge />)
} else {
  const onError = (error: unknown): void => reportError(calls, error)
  window.addEventListener('error', (event) => {
    const error = uncaught(event)
    if (error !== null) onError(error)
  })
  window.addEventListener('unhandledrejection', (event) => onError(event.reason))
  const clock = createWindowClock()
  const connected = connectBridge(calls, { window, onError })
  const store = new TopicStore({ bridge: connected, clock, onError })
  store.start()
  void readFirstData({ bridge: connected, store, clock }).then((bridge) =>
    root.render(
      <StrictMode>
        <App bridge={bridge} store={store} clock={clock} client={createQueryClient()} />
      </StrictMode>,
    ),
  )
}
