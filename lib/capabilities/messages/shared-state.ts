import { ApiError } from '#lib/errors.ts'
import { isRecord } from '#lib/providers/transport/json.ts'
import { messagesLayout, type RequestEnvelope } from '#lib/providers/transport/envelope/request-envelope.ts'
import { findMember, isString } from '#lib/capabilities/api-formats/find-member.ts'

/**
 * Rejects ids of what the operator's account holds, before a request is forwarded: all teams share the account, so the
 * file, the container or the earlier message may be that of another team.
 * @throws ApiError `unsupported_parameter` with its path; `invalid_json`
 */
export function refuseSharedState(envelope: RequestEnvelope): void {
  const path = findState(envelope) ?? findFile(envelope)
  if (path === null) return
  const message = `\`${path}\` names state of the provider's account, which all teams of this server share. Send the content itself.`
  throw new ApiError('unsupported_parameter', message, { param: path })
}

function findState(envelope: RequestEnvelope): string | null {
  for (const member of messagesLayout.state) {
    const value = envelope.member(member)
    if (typeof value === 'string') return member
    if (!isRecord(value)) continue
    const id = Object.keys(value).find(name => /(^|_)id$/.test(name) && typeof value[name] === 'string')
    if (id !== undefined) return `${member}.${id}`
    const skill = Array.isArray(value['skills']) ? value['skills'].findIndex(isOwnSkill) : -1
    if (skill !== -1) return `${member}.skills.${skill}.skill_id`
  }
  return null
}

/** Skills of the type `anthropic` are the same for every account. */
function isOwnSkill(skill: unknown): boolean {
  return isRecord(skill) && skill['type'] !== 'anthropic' && typeof skill['skill_id'] === 'string'
}

function findFile(envelope: RequestEnvelope): string | null {
  const { bytes } = envelope
  // A name with escaped characters is the same name.
  if (!bytes.includes('file_id') && !bytes.includes('\\u00')) return null
  return findMember(envelope, (name, byte) => name === 'file_id' && isString(byte))
}
