import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** What a secret belongs to. It opens nowhere else: a row moved to another team or address gives nothing. */
export interface SecretPlace {
  readonly teamId: string
  readonly connectionId: string
  readonly origin: string
}

/** Keeps secrets that have to be read again, as `v1.kid.iv.tag.ciphertext` (AES-256-GCM, parts in base64url). */
export interface SecretBox {
  seal(secret: string, place: SecretPlace): string
  /** Null: none of the keys opens it at this place. */
  open(sealed: string, place: SecretPlace): string | null
  /** Whether it was sealed with the key that seals now. */
  isCurrent(sealed: string): boolean
  /** Names of the keys, the one that seals first. */
  readonly keyIds: readonly string[]
}

const cipher = 'aes-256-gcm'
const version = 'v1'
const ivBytes = 12
const tagBytes = 16
const keyBytes = 32

/**
 * @param encryptionKey `name:base64,…`: the first seals, all open
 * @throws Error for a key that is not 32 bytes, or a name given twice; it holds no key
 */
export function createSecretBox(encryptionKey: string): SecretBox {
  const keys = readKeys(encryptionKey)
  const keyIds = [...keys.keys()]
  const [currentId = ''] = keyIds
  const current = keys.get(currentId)
  if (current === undefined) throw new Error('ENCRYPTION_KEY holds no key.')

  return {
    keyIds,
    seal(secret, place) {
      const iv = randomBytes(ivBytes)
      const sealing = createCipheriv(cipher, current, iv, { authTagLength: tagBytes }).setAAD(toAad(place))
      const text = Buffer.concat([sealing.update(secret, 'utf8'), sealing.final()])
      const parts = [iv, sealing.getAuthTag(), text].map(part => part.toString('base64url'))
      return [version, currentId, ...parts].join('.')
    },
    open(sealed, place) {
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
        .setAAD(toAad(place))
        .setAuthTag(tag)
      try {
        return Buffer.concat([opening.update(text), opening.final()]).toString('utf8')
      } catch {
        // Node's only way to say that key, place or bytes are others.
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
    if (keys.has(id)) throw new Error(`ENCRYPTION_KEY names ${id} twice.`)
    keys.set(id, key)
  }
  return keys
}

function toAad({ teamId, connectionId, origin }: SecretPlace): Buffer {
  return Buffer.from(`${teamId}|${connectionId}|${origin}`)
}
