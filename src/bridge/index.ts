/** The window's side of the bridge to main: `window.terminal` by context, and calls that throw main's refusals. */

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
