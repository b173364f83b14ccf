import { isString, textAhead, visitWithin } from '#lib/capabilities/api-formats/find-member.ts'
import { ApiError } from '#lib/errors.ts'
import type { JsonWalker } from '#lib/providers/transport/json-walker.ts'
import type { RequestEnvelope } from '#lib/providers/transport/envelope/request-envelope.ts'

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
  const named = typeof previous === 'string' ? ` \`${previous}\`` : ''
  const message = `The response${named} is not stored: stored responses are off for this team. A team admin switches them on in Settings → Retention; until then, send the items of the conversation as \`input\`.`
  throw new ApiError('previous_response_not_found', message, { param: 'previous_response_id' })
}

const members: ReadonlySet<string> = new Set([
  'file_id',
  'file_ids',
  'vector_store_ids',
  'container',
  'container_id',
  'tunnel_id',
  'skill_id',
])
// A name with escaped characters is the same name.
const marks = [...members, 'item_reference', '"id"', '\\u00']
// Schemas and arguments are the client's own: their members are names.
const ownMembers: ReadonlySet<string> = new Set(['parameters', 'format'])

/**
 * Rejects ids of what the operator's account holds, before a request is forwarded: all teams share the account, so the
 * file or response may be that of another team.
 * @param outputs indexes of items that the provider has written for this owner: their files and containers are theirs
 * @throws ApiError `unsupported_parameter` with its path; `item_not_found` for an item that is not stored;
 * `invalid_json`, because the provider might read what cannot be read here
 */
export function refuseSharedState(envelope: RequestEnvelope, outputs: ReadonlyMap<number, string>): void {
  refuseJobs(name => envelope.member(name))
  const { bytes } = envelope
  if (!marks.some(mark => bytes.includes(mark))) return
  for (const name of ['input', 'tools']) refuseWithin(envelope, name, outputs)
}

/** The members that say what an item is, as often as they occur: two readers could see two values. */
interface ItemTexts {
  readonly type: (string | null)[]
  readonly role: (string | null)[]
  readonly id: (string | null)[]
}

function refuseWithin(envelope: RequestEnvelope, within: string, outputs: ReadonlyMap<number, string>): void {
  const found: string[] = []
  const items = new Map<string, ItemTexts>()
  visitWithin(envelope, within, ownMembers, (owner, name, walker) => {
    if (outputs.has(inputIndexOf(owner))) return
    if (members.has(name)) {
      if (isId(walker)) found.push(`${owner}.${name}`)
      return
    }
    if (name !== 'type' && name !== 'role' && name !== 'id') return
    const texts = items.get(owner) ?? { type: [], role: [], id: [] }
    items.set(owner, texts)
    texts[name].push(isString(walker.peek()) ? textAhead(walker) : null)
  })
  const [param] = found
  if (param !== undefined) throw shared(param)
  for (const [path, texts] of items) {
    if (!isReference(path, texts) || isReasoning(texts)) continue
    const message = 'The item is not stored. Send the item itself.'
    throw new ApiError('item_not_found', message, { param: `${path}.id` })
  }
}

/** The index of the item that a path is in; -1: none. */
function inputIndexOf(path: string): number {
  return Number(/^input\.(\d+)/.exec(path)?.[1] ?? -1)
}

/** An item with neither type nor role is a reference too. */
function isReference(path: string, { type, role, id }: ItemTexts): boolean {
  if (type.includes('item_reference')) return true
  return /^input\.\d+$/.test(path) && id.length > 0 && !isNamed(type) && !isNamed(role)
}

function isNamed(texts: readonly (string | null)[]): boolean {
  return texts.length > 0 && !texts.includes(null)
}

/** A reference to reasoning is not forwarded. */
function isReasoning({ type, id }: ItemTexts): boolean {
  return type.length === 1 && type[0] !== null && id.length === 1 && id[0]?.startsWith('rs_') === true
}

function isId(walker: JsonWalker): boolean {
  const first = walker.peek()
  if (isString(first)) {
    const text = textAhead(walker)
    return text !== '' && text !== 'auto'
  }
  if (first !== openBracket) return false
  const { at } = walker
  let count = 0
  walker.elements(() => {
    count++
    walker.skip()
  })
  walker.at = at
  return count > 0
}

const openBracket = 0x5b

function shared(param: string): ApiError {
  const message = `\`${param}\` names state of the provider's account, which all teams of this server share. Send the content itself.`
  return new ApiError('unsupported_parameter', message, { param })
}
