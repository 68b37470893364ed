/** Why a file could not be written, in words that name it and say what to do. */
import { basename, dirname } from 'node:path'
import { CallError } from '../errors.ts'

const WHY: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Make room, or choose another disk.',
  EDQUOT: 'the disk is full. Make room, or choose another disk.',
  EACCES: 'this folder may not be written to. Choose another folder.',
  EPERM: 'this folder may not be written to. Choose another folder.',
  EROFS: 'this disk may only be read. Choose another one.',
  ENOENT: 'the folder is not there any more. Choose another folder.',
  ENOTDIR: 'this is no folder. Choose another one.',
  EISDIR: 'there is a folder of that name. Choose another name.',
}

/** Nothing of it was left; a file of that name is as it was. */
export function exportFailure(error: unknown, path: string): CallError {
  const { code, message } = error as NodeJS.ErrnoException
  const why = WHY[code ?? ''] ?? message
  return new CallError('not_saved', `${basename(path)} was not written to ${dirname(path)}: ${why}`, 'path')
}
