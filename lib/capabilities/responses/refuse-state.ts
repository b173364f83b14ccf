import { toInvalidJson } from '#lib/capabilities/api-formats/find-member.ts'
import { ApiError } from '#lib/errors.ts'
import { isRecord } from '#lib/providers/transport/json.ts'
import type { RequestEnvelope } from '#lib/providers/transport/request-envelope.ts'

const reasons = {
  background: 'Nothing runs in the background here: send `background: false`, or stream the response.',
  conversation: 'This server has no Conversations API. Send the items of the conversation as `input`.',
  prompt: 'This server stores no prompts. Send the text as `instructions`.',
} as const

/**
 * Rejects state that a response would leave in the account of the operator, whichever provider answers.
 * @throws ApiError `unsupported_parameter`
 */
export function refuseJobs(member: (name: keyof typeof reasons | 'previous_response_id') => unknown): void {
  for (const name of ['background', 'conversation', 'prompt'] as const) {
    const value = member(name)
    if (value === undefined || value === null || value === false) continue
    throw new ApiError('unsupported_parameter', reasons[name], { param: name })
  }
  const previous = member('previous_response_id')
  if (previous === undefined || previous === null) return
  const message =
    'The response `previous_response_id` is not stored. Send the items of the conversation as `input`.'
  throw new ApiError('previous_response_not_found', message, { param: 'previous_response_id' })
}

const depthMax = 64
const members = ['file_id', 'file_ids', 'vector_store_ids', 'container', 'container_id']

/**
 * Rejects ids of what the operator's account holds, before a request is forwarded: all teams share the account, so the
 * file or response may be that of another team.
 * @throws ApiError `unsupported_parameter` with its path; `item_not_found` for an item that is not stored; `invalid_json`:
 * the provider might read what cannot be read here
 */
export function refuseSharedState(envelope: RequestEnvelope): void {
  refuseJobs(name => envelope.member(name))
  const { bytes } = envelope
  // A name with escaped characters is the same name.
  const mayHave = [...members, 'item_reference', '\\u00'].some(name => bytes.includes(name))
  if (!mayHave) return
  for (const name of ['input', 'tools']) checkState(readMember(envelope, name), name, 0)
}

function readMember(envelope: RequestEnvelope, name: string): unknown {
  try {
    return envelope.member(name)
  } catch (error) {
    throw toInvalidJson(error, name)
  }
}

function checkState(value: unknown, path: string, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > depthMax) {
    const message = `\`${path.split('.')[0]}\` is nested more than ${depthMax} levels deep.`
    throw new ApiError('invalid_value', message, { param: path.split('.')[0] ?? path })
  }
  if (isRecord(value)) {
    for (const name of members) if (isId(value[name])) throw shared(`${path}.${name}`)
    const { type, id } = value
    if (type === 'item_reference' && !(typeof id === 'string' && id.startsWith('rs_'))) {
      const message = 'The item is not stored. Send the item itself.'
      throw new ApiError('item_not_found', message, { param: `${path}.id` })
    }
  }
  // Schemas and arguments are the client's own: their members are names.
  for (const [name, inner] of Object.entries(value))
    if (name !== 'parameters' && name !== 'format') checkState(inner, `${path}.${name}`, depth + 1)
}

function isId(value: unknown): boolean {
  if (typeof value === 'string') return value !== '' && value !== 'auto'
  return Array.isArray(value) && value.length > 0
}

function shared(param: string): ApiError {
  const message = `\`${param}\` names state of the provider's account, which all teams of this server share. Send the content itself.`
  return new ApiError('unsupported_parameter', message, { param })
}
