import { createHash } from 'node:crypto'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import { newId } from '#lib/capabilities/new-id.ts'

/** What every chunk of one answer has in common. */
export interface ChatHead {
  readonly id: string
  /** Unix time in seconds. */
  readonly created: number
  /** The public id that answers. */
  readonly model: string
  readonly system_fingerprint: string
}

export function createChatHead(target: ChatTarget, upstreamFingerprint: unknown, version: string): ChatHead {
  return {
    id: newId('chatcmpl-', 29),
    created: Math.floor(Date.now() / 1000),
    model: target.publicId,
    system_fingerprint:
      typeof upstreamFingerprint === 'string' && upstreamFingerprint !== ''
        ? upstreamFingerprint
        : fingerprintOf(target, version),
  }
}

const fingerprints = new Map<string, string>()

function fingerprintOf(target: ChatTarget, version: string): string {
  const source = `${target.providerId}\n${target.model.modelId}\n${version}`
  const known = fingerprints.get(source)
  if (known) return known
  const fingerprint = `fp_${createHash('sha256').update(source).digest('hex').slice(0, 10)}`
  if (fingerprints.size < 10_000) fingerprints.set(source, fingerprint)
  return fingerprint
}
