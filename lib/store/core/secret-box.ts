import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Owner of a secret, authenticated with it: a row moved to another team or URL does not decrypt. */
export interface SecretLocation {
  readonly teamId: string
  readonly connectionId: string
  readonly origin: string
}

/** Encrypts secrets that must be read again, as `v1.kid.iv.tag.ciphertext` (AES-256-GCM, parts in base64url). */
export interface SecretBox {
  seal(secret: string, location: SecretLocation): string
  /** Null: no key decrypts it in this context. */
  open(sealed: string, location: SecretLocation): string | null
  /** Whether it was encrypted with the current key. */
  isCurrent(sealed: string): boolean
  /** Key names, the current one first. */
  readonly keyIds: readonly string[]
}

const cipher = 'aes-256-gcm'
const version = 'v1'
const ivBytes = 12
const tagBytes = 16
const keyBytes = 32

/**
 * @param encryptionKey `name:base64,…`: the first encrypts, all decrypt
 * @throws Error for a key that is not 32 bytes, or a duplicate name; the message contains no key
 */
export function createSecretBox(encryptionKey: string): SecretBox {
  const keys = readKeys(encryptionKey)
  const keyIds = [...keys.keys()]
  const [currentId = ''] = keyIds
  const current = keys.get(currentId)
  if (current === undefined) throw new Error('ENCRYPTION_KEY has no key.')

  return {
    keyIds,
    seal(secret, location) {
      const iv = randomBytes(ivBytes)
      const sealing = createCipheriv(cipher, current, iv, { authTagLength: tagBytes }).setAAD(toAad(location))
      const text = Buffer.concat([sealing.update(secret, 'utf8'), sealing.final()])
      const parts = [iv, sealing.getAuthTag(), text].map(part => part.toString('base64url'))
      return [version, currentId, ...parts].join('.')
    },
    open(sealed, location) {
      const [form, keyId = '', ...encoded] = sealed.split('.')
      const key = keys.get(keyId)
      const [iv, tag, text] = encoded.map(part => Buffer.from(part, 'base64url'))
      if (
        form !== version ||
        key === undefined ||
        iv?.length !== ivBytes ||
        tag?.length !== tagBytes ||
        !text
      )
        return null
      const opening = createDecipheriv(cipher, key, iv, { authTagLength: tagBytes })
        .setAAD(toAad(location))
        .setAuthTag(tag)
      try {
        return Buffer.concat([opening.update(text), opening.final()]).toString('utf8')
      } catch {
        // Node throws this when the key, context or bytes do not match.
        return null
      }
    },
    isCurrent: sealed => sealed.startsWith(`${version}.${currentId}.`),
  }
}

function readKeys(encryptionKey: string): Map<string, Buffer> {
  const keys = new Map<string, Buffer>()
  for (const entry of encryptionKey.split(',')) {
    const separator = entry.indexOf(':')
    const id = entry.slice(0, separator)
    const key = Buffer.from(entry.slice(separator + 1), 'base64')
    if (key.length !== keyBytes) throw new Error(`ENCRYPTION_KEY: ${id} must be 32 bytes in base64.`)
    if (keys.has(id)) throw new Error(`ENCRYPTION_KEY has two keys named ${id}.`)
    keys.set(id, key)
  }
  return keys
}

function toAad({ teamId, connectionId, origin }: SecretLocation): Buffer {
  return Buffer.from(`${teamId}|${connectionId}|${origin}`)
}
