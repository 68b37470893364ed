/** Why an update failed, a sentence each. Pure. */

import { quoted } from '../../contract/messages.ts'

export const MESSAGES = {
  diskFull: 'The disk is full.',
  notWritten: 'A file could not be written.',
  unreachable: 'The release host could not be reached.',
  brokeOff: 'The connection dropped.',
  otherChecksum: 'The checksum of the file does not match the release.',
  noSuchFile: 'The release has no such file.',
  unsupported: 'This installation does not support updates.',
  noFileForSystem: 'The release has no file for this system.',
  notDownloaded: 'Nothing was downloaded.',
  fileGone: 'The downloaded file is gone.',
  fileModified: 'The downloaded file was modified.',
  notOffered: 'The release is no longer offered: check for updates again.',
  notInstalled: 'The installation failed.',
  squirrelSilent: 'Squirrel did not accept the new version in time.',
  failed: (error: string): string => `The updater failed: ${quoted(error)}.`,
  tooLong: (size: number): string => `The file is larger than the release's ${size} bytes.`,
  tooShort: (count: number, size: number): string => `The file ended after ${count} of ${size} bytes.`,
  larger: (file: string, most: number): string => `${file} is larger than ${most} bytes.`,
  redirected: (file: string): string => `The release host redirects ${file}.`,
  refused: (status: number, file: string): string => `The release host answered ${status} for ${file}.`,
  tooSlow: (file: string): string => `${file} took too long to download.`,
  unsigned: (feed: string): string => `${feed} has no signature.`,
  badSignature: (feed: string): string => `${feed} is not signed by a release key of this terminal.`,
  unreadable: (feed: string): string => `${feed} cannot be read.`,
  invalid: (feed: string): string => `${feed} is not a valid release list.`,
  invalidField: (feed: string, field: string, why: string): string =>
    `"${field}" in ${feed} is not valid: ${quoted(why)}.`,
  otherFeed: (feed: string, name: string): string => `${name} is signed as ${feed}.`,
  otherVersion: (version: string, file: string): string =>
    `The release is version ${version}, but its file is ${file}.`,
  expired: (time: string): string =>
    `The release list expired at ${time}: newer releases may be withheld, or this computer's clock is wrong.`,
  replayed: (version: string, highest: string): string =>
    `The release host offers ${version} but has offered ${highest} before.`,
  folderNotWritable: (folder: string): string => `${folder} cannot be written to, and the AppImage is there.`,
  noSpace: (folder: string): string => `Not enough space in ${folder} for the new AppImage.`,
  nothingChanged: (running: string): string =>
    `This is still ${running}; nothing changed. Try again under Updates in Account, or install it manually.`,
} as const
