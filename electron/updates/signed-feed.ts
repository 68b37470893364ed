/** The feed of releases, trusted only where it is signed: its bytes are verified first, and parsed after. */
import type { KeyObject } from 'node:crypto'
import type { CustomPublishOptions, UpdateInfo } from 'builder-util-runtime'
import type { AppUpdater } from 'electron-updater'
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js'
import { type ProviderRuntimeOptions, parseUpdateInfo } from 'electron-updater/out/providers/Provider.js'
import { MESSAGES } from './messages.ts'
import { isSigned, type Release, ReleaseError, readRelease } from './release.ts'
import type { ReleaseHttp } from './release-http.ts'

/** Maximum size of a feed, bytes. */
const LARGEST_FEED = 64_000
const LARGEST_SIGNATURE = 200

export interface FeedReading {
  readonly http: Pick<ReleaseHttp, 'read'>
  readonly keys: readonly KeyObject[]
}

/**
 * Reads `<name>` and `<name>.sig` beside it.
 * @throws ReleaseError when they are unavailable, the signature is by none of the keys, or the signed data is not a release of that feed.
 */
async function readSignedFeed(base: URL, name: string, { http, keys }: FeedReading): Promise<Release> {
  const bytes = await http.read(new URL(name, base), LARGEST_FEED)
  const signature = await http.read(new URL(`${name}.sig`, base), LARGEST_SIGNATURE).catch((error: unknown) => {
    if (error instanceof ReleaseError && error.trouble === 'refused') {
      throw new ReleaseError('unsigned', MESSAGES.unsigned(name), error)
    }
    throw error
  })
  if (!isSigned(bytes, signature.toString('latin1').trim(), keys)) {
    throw new ReleaseError('bad_signature', MESSAGES.badSignature(name))
  }
  return readRelease(parsedYaml(bytes, name), name)
}

function parsedYaml(bytes: Buffer, name: string): unknown {
  try {
    return parseUpdateInfo(new TextDecoder('utf-8', { fatal: true }).decode(bytes), name, new URL('feed:'))
  } catch (error) {
    throw new ReleaseError('bad_feed', MESSAGES.unreadable(name), error)
  }
}

/** Options of the provider, besides electron-updater's own. */
export interface SignedFeedOptions extends CustomPublishOptions {
  readonly url: string
  readonly reading: FeedReading
  /** Receives each verified release. */
  readonly onRelease: (release: Release) => void
}

/** The provider as electron-updater calls it. */
export class SignedFeedProvider extends GenericProvider {
  readonly #options: SignedFeedOptions
  readonly #base: URL
  readonly #updater: AppUpdater

  constructor(options: SignedFeedOptions, updater: AppUpdater, runtime: ProviderRuntimeOptions) {
    super({ provider: 'generic', url: options.url }, updater, runtime)
    this.#options = options
    this.#updater = updater
    this.#base = new URL(options.url.endsWith('/') ? options.url : `${options.url}/`)
  }

  override async getLatestVersion(): Promise<UpdateInfo> {
    // By channel, system and processor, as electron-builder names the feeds that it writes.
    const name = `${this.getCustomChannelName(this.#updater.channel ?? 'latest')}.yml`
    const release = await readSignedFeed(this.#base, name, this.#options.reading)
    this.#options.onRelease(release)
    const { version, files } = release
    const [first] = files
    return {
      version,
      files: files.map((file) => ({ ...file })),
      path: first?.url ?? '',
      sha512: first?.sha512 ?? '',
      releaseDate: '',
    }
  }
}
