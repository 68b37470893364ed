/** A profile file that the trader chose: read within a bound, and held to what a profile must be. */
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { LARGEST_PROFILE } from '../../contract/connect.ts'
import { CallError } from '../errors/index.ts'
import { type DeploymentProfile, parseProfile } from '../service/index.ts'

export interface ProfileFile {
  /** Its own name, without folders. */
  readonly file: string
  readonly raw: Readonly<Record<string, unknown>>
  readonly profile: DeploymentProfile
}

/** @throws CallError in words, about `file`. */
export async function readProfileFile(path: string): Promise<ProfileFile> {
  const file = basename(path)
  return readProfileText(await textOf(path, file), file)
}

/** What a pasted profile is called where a file has its name. */
export const PASTED = 'the pasted profile'

/** @param file what the text is called. @throws CallError in words, about `file`. */
export function readProfileText(text: string, file: string): ProfileFile {
  try {
    const profile = parseProfile(text, file)
    return { file, raw: JSON.parse(text) as Record<string, unknown>, profile }
  } catch (error) {
    throw bad((error as Error).message.replace(/^profile /, ''))
  }
}

async function textOf(path: string, file: string): Promise<string> {
  const unread = (error: unknown): never => {
    throw bad(`${file} could not be read: ${(error as Error).message}`)
  }
  const stats = await stat(path).catch(unread)
  if (!stats.isFile()) throw bad(`${file} is no file.`)
  if (stats.size > LARGEST_PROFILE) throw bad(`${file} is far larger than a profile is: ${stats.size} bytes.`)
  const text = await readFile(path, 'utf8').catch(unread)
  return text.replace(/^\uFEFF/, '')
}

const bad = (message: string): CallError => new CallError('bad_profile', message, 'file')
