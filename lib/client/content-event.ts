/**
 * True for an event that carries something to show. An event of chat with a role and no text yet does not: the time
 * to the first token must not count it, nor what a search says of its steps. An event of another shape does.
 */
export function isContentEvent(data: string): boolean {
  if (data === '[DONE]') return false
  const choices = readChoices(data)
  return choices === null || choices.some(hasContent)
}

function readChoices(data: string): readonly unknown[] | null {
  try {
    const event: unknown = JSON.parse(data)
    if (typeof event !== 'object' || event === null || !('choices' in event)) return null
    return Array.isArray(event.choices) ? event.choices : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function hasContent(choice: unknown): boolean {
  if (typeof choice !== 'object' || choice === null) return false
  const { delta, finish_reason: finish } = choice as { delta?: unknown; finish_reason?: unknown }
  if (typeof finish === 'string') return true
  if (typeof delta !== 'object' || delta === null) return false
  const { role: _role, details: _details, ...rest } = delta as Record<string, unknown>
  return Object.values(rest).some(value => value !== null && value !== '' && value !== undefined)
}
