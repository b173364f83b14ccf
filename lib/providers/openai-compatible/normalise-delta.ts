import { isRecord } from '#lib/providers/transport/json.ts'

/** Nulls that mean nothing, reasoning under its other name, and content in parts. Works in place. */
export function normaliseDelta(delta: Record<string, unknown>): void {
  if (delta['role'] !== undefined) {
    if (delta['role'] === null || delta['role'] === '') delete delta['role']
    else delta['role'] = 'assistant'
  }
  if (delta['reasoning'] !== undefined) {
    const reasoning = delta['reasoning']
    delete delta['reasoning']
    if (typeof reasoning === 'string') delta['reasoning_content'] ??= reasoning
  }
  if (typeof delta['content'] === 'object' && delta['content'] !== null) readParts(delta, delta['content'])
  for (const field of texts) {
    if (delta[field] !== undefined && delta[field] !== null && typeof delta[field] !== 'string')
      delete delta[field]
  }
}

const texts = ['content', 'reasoning_content', 'refusal'] as const

// Reasoning models of some servers answer in parts: `{type: 'thinking', thinking: [{text}]}` and `{type: 'text', text}`.
function readParts(delta: Record<string, unknown>, content: object): void {
  const parts = (Array.isArray(content) ? content : [content]).filter(isRecord)
  const thought = parts.filter(part => part['type'] === 'thinking').flatMap(part => textsOf(part['thinking']))
  delta['content'] = parts
    .flatMap(part => (part['type'] === 'thinking' ? [] : textsOf(part['text'])))
    .join('')
  if (thought.length > 0) delta['reasoning_content'] = thought.join('')
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter(isRecord).flatMap(part => textsOf(part['text'])) : []
}
