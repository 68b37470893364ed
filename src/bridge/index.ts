/** The window's side of the bridge to main: `window.terminal` by context, and calls that throw main's refusals. */

export {
  BridgeProvider,
  connectBridge,
  errorText,
  reportError,
  TerminalFailure,
  uncaught,
  useBridge,
  useCall,
} from './bridge.tsx'
