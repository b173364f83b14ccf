import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export const thumbnailPath = '/v1/thumbnails'

const validMs = 7 * 24 * 3_600_000
const urlCharsMax = 2048
const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16
const expiryBytes = 6

export interface ThumbnailSeal {
  /**
   * Our URL for the thumbnail of a search result, valid for seven days.
   * @returns null unless it is an http or https URL
   */
  seal(url: string): string | null
  /** @returns the original URL; null if we did not seal it, or it has expired */
  open(sealed: string): string | null
}

/**
 * URLs that make the browser load an image from us instead of its host. They are sealed, so that a client
 * cannot fetch arbitrary URLs through us.
 * @param authSecret of the store's secrets, so that all gateways of a server accept each other's
 */
export function createThumbnailSeal(authSecret: string, now: () => number = Date.now): ThumbnailSeal {
  const key = Buffer.from(hkdfSync('sha256', authSecret, '', 'thumbnail', 32))

  return {
    seal(url) {
      if (url.length > urlCharsMax || !/^https?:\/\//i.test(url)) return null
      const iv = randomBytes(ivBytes)
      const encrypting = createCipheriv(cipher, key, iv)
      const expiry = Buffer.alloc(expiryBytes)
      expiry.writeUIntBE(now() + validMs, 0, expiryBytes)
      const parts = [iv, encrypting.update(expiry), encrypting.update(url, 'utf8'), encrypting.final()]
      return `${thumbnailPath}/${Buffer.concat([...parts, encrypting.getAuthTag()]).toString('base64url')}`
    },

    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length <= ivBytes + expiryBytes + tagBytes) return null
      const decrypting = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
      decrypting.setAuthTag(bytes.subarray(-tagBytes))
      try {
        const text = Buffer.concat([
          decrypting.update(bytes.subarray(ivBytes, -tagBytes)),
          decrypting.final(),
        ])
        return text.readUIntBE(0, expiryBytes) < now() ? null : text.subarray(expiryBytes).toString('utf8')
      } catch {
        // Not sealed by us, or truncated.
        return null
      }
    },
  }
}
