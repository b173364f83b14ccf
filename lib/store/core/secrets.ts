import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJsonRecord } from '#lib/read-json.ts'

export interface Secrets {
  /** Signs sessions and derives playground keys. */
  readonly authSecret: string
  /** `name:base64,…`: the first encrypts stored provider keys, all decrypt. */
  readonly encryptionKey: string
}

/**
 * The configured secrets, else those of `secrets.json` in the data folder, generated at first use. Processes that
 * start together get the same ones: the file appears complete, and only one process can create it.
 * @throws Error if the file exists without valid secrets; new ones would lose the data that the old ones protect
 */
export function readSecrets(
  dataDir: string,
  given: { authSecret: string | null; encryptionKey: string | null },
): Secrets {
  if (given.authSecret !== null && given.encryptionKey !== null) {
    return { authSecret: given.authSecret, encryptionKey: given.encryptionKey }
  }
  const path = join(dataDir, 'secrets.json')
  if (!existsSync(path)) makeFile(dataDir, path)
  const kept = readSaved(path)
  return {
    authSecret: given.authSecret ?? kept.authSecret,
    encryptionKey: given.encryptionKey ?? kept.encryptionKey,
  }
}

function makeFile(dataDir: string, path: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const secrets: Secrets = {
    authSecret: randomBytes(32).toString('base64url'),
    encryptionKey: `k1:${randomBytes(32).toString('base64')}`,
  }
  const own = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(own, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  try {
    // Unlike a rename, a link never replaces a file that another process has just created.
    linkSync(own, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    unlinkSync(own)
  }
}

function readSaved(path: string): Secrets {
  const { authSecret, encryptionKey } = readJsonRecord(readFileSync(path, 'utf8')) ?? {}
  if (typeof authSecret === 'string' && typeof encryptionKey === 'string')
    return { authSecret, encryptionKey }
  throw new Error(`${path} is damaged. Restore it from a backup, or delete it to generate new secrets.`)
}
