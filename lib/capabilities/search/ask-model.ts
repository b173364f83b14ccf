import type { RequestContext } from '#lib/capabilities/request-context.ts'
import { generateChat } from '#lib/capabilities/chat/chat.ts'
import type { ChatOptions } from '#lib/capabilities/chat/chat-options.ts'

export interface ModelQuestion {
  readonly model: string
  readonly system: string
  readonly user: string
  readonly maxTokens: number
}

/**
 * One short, deterministic answer without reasoning.
 * @throws ApiError as chat does
 */
export async function askModel(
  { model, system, user, maxTokens }: ModelQuestion,
  context: RequestContext,
  options: ChatOptions,
): Promise<string> {
  const messages = [
    { role: 'system' as const, content: system },
    { role: 'user' as const, content: user },
  ]
  const answer = await generateChat(
    { model, messages, temperature: 0, max_tokens: maxTokens },
    context,
    options,
  )
  return stripThinking(answer.choices[0]?.message.content ?? '')
}

/** Model output without reasoning, even if a tag is missing. */
export function stripThinking(text: string): string {
  return text
    .replace(/<think(?:ing)?>.*?<\/think(?:ing)?>/gis, '')
    .replace(/^.*<\/think(?:ing)?>/is, '')
    .replace(/<think(?:ing)?>.*$/is, '')
    .trim()
}
