import { createHmac } from 'node:crypto'

const hashBytes = 16

/** The subject of a network's rate limits. It is stored, so it does not show the IP address. */
export function networkSubject(kind: 'address' | 'share', network: string, authSecret: string): string {
  const hash = createHmac('sha256', authSecret).update(`${kind}:${network}`).digest()
  return `${kind}:${hash.subarray(0, hashBytes).toString('base64url')}`
}
