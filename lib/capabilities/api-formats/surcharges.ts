import { ApiError } from '#lib/errors.ts'
import { isSurcharged, surchargedMembers } from '#lib/providers/anthropic/surcharged-members.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import { messagesLayout, type RequestEnvelope } from '#lib/providers/transport/envelope/request-envelope.ts'
import { findToolWithFee } from './hidden-tokens.ts'

/**
 * The member of a request for which its vendor bills more than the catalog says, such as `fallbacks.0.speed`.
 * @returns null: the price is that of the operator, or holds for the request
 */
export function findSurcharge(envelope: RequestEnvelope, { price }: ChatTarget): string | null {
  if (price?.origin.source !== 'catalog' || price.isFree) return null
  const tool = findToolWithFee(envelope)
  if (tool !== null) return `tools.${tool}`
  if (envelope.layout !== messagesLayout) return null
  const own = findMember(name => envelope.member(name))
  if (own !== null) return own
  const { fallbacks } = envelope
  if (fallbacks === 'default') return null
  for (const [index, { members }] of fallbacks.entries()) {
    const found = findMember(name => members[name])
    if (found !== null) return `fallbacks.${index}.${found}`
  }
  return null
}

function findMember(memberOf: (name: string) => unknown): string | null {
  return surchargedMembers.find(name => isSurcharged(name, memberOf(name))) ?? null
}

/** Under a budget that rejects models without a price. @throws ApiError `model_unpriced` */
export function refuseSurcharge(envelope: RequestEnvelope, target: ChatTarget): void {
  const param = target.reportsCosts === true ? null : findSurcharge(envelope, target)
  if (param === null) return
  const advice = `Set a price of the model, omit \`${param}\`, or allow models without a price under Settings → Team.`
  const message = `The catalog has no price of \`${target.publicId}\` with \`${param}\`, and this budget rejects requests whose cost it cannot count. ${advice}`
  throw new ApiError('model_unpriced', message, { param, final: true })
}
