import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readZipMember } from './zip-member.ts'

/** Writes members of archives, one after the other, into one file. A damaged archive is removed. */
export async function joinMembers(
  members: readonly { readonly archivePath: string; readonly member: string }[],
  targetPath: string,
  options: { signal: AbortSignal },
): Promise<void> {
  // What lies there may be a link to somebody's own file: it is replaced, never written into.
  await rm(targetPath, { force: true })
  await pipeline(readMembers(members), createWriteStream(targetPath), options)
}

async function* readMembers(
  members: readonly { readonly archivePath: string; readonly member: string }[],
): AsyncGenerator<Uint8Array> {
  for (const { archivePath, member } of members) {
    try {
      yield* readZipMember(archivePath, member)
    } catch (error) {
      await rm(dirname(archivePath), { recursive: true, force: true })
      throw error
    }
  }
}
