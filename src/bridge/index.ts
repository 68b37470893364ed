/** The window's side of the door to main: `window.terminal` by context, and calls that throw what main refuses. */

export {
  BridgeProvider,
  connectBridge,
  reportError,
  TerminalFailure,
  uncaught,
  useBridge,
  useCall,
  wordsOf,
} from './bridge.tsx'
