import { ApiError } from '#lib/errors.ts'
import { isRecord } from '#lib/providers/transport/json.ts'
import { type RequestEnvelope, stateMembers } from '#lib/providers/transport/request-envelope.ts'

const depthMax = 64

/**
 * Rejects ids of what the operator's account holds, before a request is forwarded: all teams share the account, so the
 * file or container may be that of another team.
 * @throws ApiError `unsupported_parameter` with its path
 */
export function refuseSharedState(envelope: RequestEnvelope): void {
  for (const name of stateMembers) {
    const value = envelope.member(name)
    if (typeof value === 'string' || (isRecord(value) && typeof value['id'] === 'string')) throw refusal(name)
  }
  const { bytes } = envelope
  // A name with escaped characters is the same name.
  if (!bytes.includes('file_id') && !bytes.includes('\\u00')) return
  const path = findFile(envelope.member('messages'), 'messages', 0)
  if (path !== null) throw refusal(path)
}

/** The path of the first file id; null: none. */
function findFile(value: unknown, path: string, depth: number): string | null {
  if (typeof value !== 'object' || value === null) return null
  if (depth > depthMax)
    throw new ApiError('invalid_value', `\`messages\` is nested more than ${depthMax} levels deep.`, {
      param: 'messages',
    })
  if (isRecord(value) && typeof value['file_id'] === 'string') return `${path}.file_id`
  for (const [name, inner] of Object.entries(value)) {
    // Arguments of a call are the model's own.
    const found = name === 'input' ? null : findFile(inner, `${path}.${name}`, depth + 1)
    if (found !== null) return found
  }
  return null
}

function refusal(param: string): ApiError {
  const message = `\`${param}\` names state of the provider's account, which all teams of this server share. Send the content itself.`
  return new ApiError('unsupported_parameter', message, { param })
}
