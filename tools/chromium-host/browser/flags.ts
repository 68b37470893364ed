/** Command-line switches of Chromium. */

export interface FlagOptions {
  readonly profile: string
  readonly headless: boolean
  /** Headless screens in Chromium's own notation, e.g. `{1920x1080}{1440x900}`. */
  readonly screens: string
  /** Port of the debugging interface in addition to the pipe; 0 lets the browser choose, null opens none. */
  readonly debuggingPort: number | null
  readonly root: boolean
  /** Whether pages may access the network. */
  readonly network: boolean
  /** Switches that main added with `app.commandLine`. */
  readonly added: readonly string[]
}

/** Switches that turn off the browser's own activity: prompts, background requests, throttling. */
const QUIET = [
  '--no-first-run',
  '--no-default-browser-check',
  '--no-startup-window',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-hang-monitor',
  '--disable-infobars',
  '--disable-ipc-flooding-protection',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  '--disable-quic',
  '--disable-renderer-backgrounding',
  '--disable-search-engine-choice-screen',
  '--disable-sync',
  '--disable-features=HttpsUpgrades,LocalNetworkAccessChecks,HttpsFirstBalancedModeAutoEnable,Translate,MediaRouter,OptimizationHints,OptimizationGuideModelDownloading,AutofillServerCommunication,CalculateNativeWinOcclusion,InterestFeedContentSuggestions,PaintHolding,WebUIOmniboxPopup,WebUIOmniboxAimPopup,PreloadTopChromeWebUI,SpareRendererForSitePerProcess,OnDeviceModelService,OptimizationGuideOnDeviceModel,OptimizationGuideModelExecution',
  '--lang=en-US',
  '--metrics-recording-only',
  // As in Electron: sound may play before the user has interacted with the window.
  '--autoplay-policy=no-user-gesture-required',
  '--no-pings',
  '--password-store=basic',
  '--use-mock-keychain',
  '--noerrdialogs',
]

/** Every message to a page is a separate script here. The compilation cache, which never hits, would cost a page 100 MB and more in a busy market. */
const MESSAGES = '--no-compilation-cache'

/** The browser takes the last of a repeated switch: main's flags of V8 join the host's. */
const JS_FLAGS = '--js-flags='
function jsFlags(added: readonly string[]): string {
  const own = added.filter((flag) => flag.startsWith(JS_FLAGS)).map((flag) => flag.slice(JS_FLAGS.length))
  return `${JS_FLAGS}${[MESSAGES, ...own].join(' ')}`
}

/** No name resolves and no address is reachable: windows show only what main serves. Applies to WebSockets and WebRTC too. */
export const NO_NETWORK = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=socks5://0.0.0.0:1',
  '--proxy-bypass-list=<-loopback>',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
]

export function chromiumFlags(options: FlagOptions): string[] {
  return [
    '--remote-debugging-pipe',
    `--user-data-dir=${options.profile}`,
    ...QUIET,
    ...(options.network ? [] : NO_NETWORK),
    jsFlags(options.added),
    ...(options.headless ? ['--headless=new', `--screen-info=${options.screens}`] : []),
    ...(options.debuggingPort === null ? [] : [`--remote-debugging-port=${options.debuggingPort}`]),
    ...(options.root ? ['--no-sandbox', '--test-type'] : []),
    ...(options.added.some((flag) => flag.startsWith('--force-device-scale-factor'))
      ? []
      : options.headless
        ? ['--force-device-scale-factor=1']
        : []),
    ...options.added.filter((flag) => !flag.startsWith(JS_FLAGS)),
  ]
}
